//! Reading JSON strictly: no list in place of an object; a whole number may end in `.0`. Normalises Unicode.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};

use super::error::LoadError;
use crate::text::composed;

pub(super) fn parsed<'a, T: Deserialize<'a>>(text: &'a [u8]) -> Result<T, LoadError> {
    let mut input = serde_json::Deserializer::from_slice(text);
    let value = strictly(&mut input).and_then(|value| input.end().map(|()| value));
    value.map_err(|error| LoadError::syntax(&error))
}

/// Reads a value strictly within a flattened struct or at the top, where serde is not strict.
pub(in crate::archive) fn strictly<'de, D: Deserializer<'de>, T: Deserialize<'de>>(input: D) -> Result<T, D::Error> {
    T::deserialize(Strict::of(input))
}

/// Accepts only objects for structs, where serde also takes lists, and `1.0` for whole numbers.
pub(super) struct Strict<T> {
    inner: T,
    expected: Option<&'static str>,
}

impl<T> Strict<T> {
    pub(super) fn of(inner: T) -> Strict<T> {
        Strict { inner, expected: None }
    }

    fn expecting(inner: T, expected: &'static str) -> Strict<T> {
        Strict { inner, expected: Some(expected) }
    }
}

macro_rules! passed_on {
    ($($request:ident($($name:ident: $type:ty),*) $($expected:literal)?;)*) => {$(
        fn $request<V: Visitor<'de>>(self, $($name: $type,)* visitor: V) -> Result<V::Value, D::Error> {
            self.inner.$request($($name,)* passed_on!(visitor $($expected)?))
        }
    )*};
    ($visitor:ident) => { Strict::of($visitor) };
    ($visitor:ident $expected:literal) => { Strict::expecting($visitor, $expected) };
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Strict<D> {
    type Error = D::Error;

    passed_on! {
        deserialize_any();
        deserialize_bool() "true or false";
        deserialize_i8() "a whole number";
        deserialize_i16() "a whole number";
        deserialize_i32() "a whole number";
        deserialize_i64() "a whole number";
        deserialize_i128() "a whole number";
        deserialize_u8() "a whole number";
        deserialize_u16() "a whole number";
        deserialize_u32() "a whole number";
        deserialize_u64() "a whole number";
        deserialize_u128() "a whole number";
        deserialize_f32();
        deserialize_f64();
        deserialize_char();
        deserialize_str();
        deserialize_string();
        deserialize_bytes();
        deserialize_byte_buf();
        deserialize_option();
        deserialize_unit();
        deserialize_unit_struct(name: &'static str);
        deserialize_newtype_struct(name: &'static str);
        deserialize_seq() "a list";
        deserialize_tuple(len: usize);
        deserialize_tuple_struct(name: &'static str, len: usize);
        deserialize_map() "an object";
        deserialize_enum(name: &'static str, variants: &'static [&'static str]);
        deserialize_identifier();
        deserialize_ignored_any();
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.deserialize_map(visitor)
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

/// `None` if the number has decimals or is too large for a float to be exact.
fn whole(number: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (number.fract() == 0.0 && number.abs() < EXACT).then_some(number as i64)
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Strict<V> {
    type Value = V::Value;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self.expected {
            Some(expected) => out.write_str(expected),
            None => self.inner.expecting(out),
        }
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<V::Value, E> {
        self.inner.visit_bool(value)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<V::Value, E> {
        self.inner.visit_i64(number)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<V::Value, E> {
        self.inner.visit_u64(number)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<V::Value, E> {
        match whole(number) {
            // As in the JSON reader: only a number below 0 is signed.
            Some(whole) => match u64::try_from(whole) {
                Ok(whole) => self.inner.visit_u64(whole),
                Err(_) => self.inner.visit_i64(whole),
            },
            None if self.expected.is_some() => Err(E::invalid_type(Unexpected::Float(number), &self)),
            None => self.inner.visit_f64(number),
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<V::Value, E> {
        self.inner.visit_str(&composed(text))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<V::Value, E> {
        match composed(text) {
            Cow::Borrowed(text) => self.inner.visit_borrowed_str(text),
            Cow::Owned(text) => self.inner.visit_string(text),
        }
    }

    fn visit_string<E: Error>(self, text: String) -> Result<V::Value, E> {
        self.inner.visit_string(composed(&text).into_owned())
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_unit()
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_none()
    }

    fn visit_some<D: Deserializer<'de>>(self, input: D) -> Result<V::Value, D::Error> {
        self.inner.visit_some(Strict::of(input))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, input: D) -> Result<V::Value, D::Error> {
        self.inner.visit_newtype_struct(Strict::of(input))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<V::Value, A::Error> {
        self.inner.visit_seq(Strict::of(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.inner.visit_map(Strict::of(map))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, value: A) -> Result<V::Value, A::Error> {
        self.inner.visit_enum(Strict::of(value))
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Strict<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<S::Value, D::Error> {
        self.inner.deserialize(Strict::of(input))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Strict<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.inner.next_element_seed(Strict::of(seed))
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Strict<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.inner.next_key_seed(Strict::of(seed))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.inner.next_value_seed(Strict::of(seed))
    }
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for Strict<A> {
    type Error = A::Error;
    type Variant = Strict<A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant), A::Error> {
        let (name, value) = self.inner.variant_seed(Strict::of(seed))?;
        Ok((name, Strict::of(value)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Strict<A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.inner.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.inner.newtype_variant_seed(Strict::of(seed))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.inner.tuple_variant(len, Strict::of(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.inner.struct_variant(fields, Strict::of(visitor))
    }
}
