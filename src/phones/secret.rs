//! The key of an evening, which lets phones in, and the secret of a seat.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

/// 128 random bits, written as 22 letters of base64url. It is compared in constant time and not shown by `Debug`.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Secret([u8; 16]);

impl Secret {
    /// Fails if the system has no random numbers.
    pub fn new() -> Result<Secret, getrandom::Error> {
        let mut bits = [0; 16];
        getrandom::fill(&mut bits)?;
        Ok(Secret(bits))
    }

    pub fn read(letters: &str) -> Option<Secret> {
        let bits = URL_SAFE_NO_PAD.decode(letters).ok()?;
        Some(Secret(bits.try_into().ok()?))
    }

    pub fn letters(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }
}

impl PartialEq for Secret {
    fn eq(&self, other: &Secret) -> bool {
        // Compares every byte, so that the time taken does not reveal how many are right.
        let differing = self.0.iter().zip(&other.0).fold(0, |differing, (one, other)| differing | (one ^ other));
        std::hint::black_box(differing) == 0
    }
}

impl Eq for Secret {}

impl std::fmt::Debug for Secret {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        out.write_str("Secret")
    }
}

impl TryFrom<String> for Secret {
    type Error = &'static str;

    fn try_from(letters: String) -> Result<Secret, Self::Error> {
        Secret::read(&letters).ok_or("not 22 letters of base64url")
    }
}

impl From<Secret> for String {
    fn from(secret: Secret) -> String {
        secret.letters()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_read_as_they_were_written() {
        let secret = Secret::new().unwrap();
        assert_eq!(secret.letters().len(), 22);
        assert_eq!(Secret::read(&secret.letters()), Some(secret.clone()));
        assert_eq!(serde_json::from_str::<Secret>(&serde_json::to_string(&secret).unwrap()).unwrap(), secret);
        assert_ne!(Secret::new().unwrap(), secret);
        assert_eq!(format!("{secret:?}"), "Secret");
    }

    #[test]
    fn what_is_no_secret_is_not_read() {
        let good = "AAAAAAAAAAAAAAAAAAAAAA";
        assert!(Secret::read(good).is_some());
        // Too short, too long, padded, a letter of the other alphabet, bits beyond the 128.
        for bad in [
            "",
            &good[1..],
            &format!("{good}A"),
            &format!("{good}=="),
            "AAAAAAAAAA+AAAAAAAAAAA",
            "AAAAAAAAAAAAAAAAAAAAAB",
        ] {
            assert_eq!(Secret::read(bad), None, "{bad}");
        }
    }
}
