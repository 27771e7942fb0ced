use uuid::Uuid;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version(Uuid);

impl Version {
    pub(in crate::archive) fn of(bytes: &[u8]) -> Version {
        Version(Uuid::new_v5(&Uuid::NAMESPACE_URL, bytes))
    }
}
