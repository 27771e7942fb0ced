//! Responses and their headers.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use hyper::{Response, StatusCode};
use serde_json::{Value, json};

use super::Answer;
use crate::language::Language;

pub fn from_answer(answer: Answer, language: Language) -> Response<Full<Bytes>> {
    match answer {
        Answer::Kept(revision) => json_response(StatusCode::OK, &json!({ "revision": revision })),
        Answer::Seated(seat, secret) => json_response(StatusCode::OK, &json!({ "seat": seat, "secret": secret })),
        Answer::Left => json_response(StatusCode::OK, &json!({})),
        Answer::Refused { reason, pending: true } => {
            json_response(StatusCode::CONFLICT, &json!({ "reason": language.translate(&reason), "asked": true }))
        }
        Answer::Refused { reason, .. } => {
            json_response(StatusCode::CONFLICT, &json!({ "reason": language.translate(&reason) }))
        }
        Answer::Unknown => not_found(),
        Answer::Closed => refuse(StatusCode::GONE),
    }
}

pub fn json_response(status: StatusCode, value: &Value) -> Response<Full<Bytes>> {
    respond(status, "application/json", value.to_string().into_bytes())
}

/// The answer to every request without the key.
pub fn not_found() -> Response<Full<Bytes>> {
    refuse(StatusCode::NOT_FOUND)
}

pub fn refuse(status: StatusCode) -> Response<Full<Bytes>> {
    respond(status, "text/plain", Vec::new())
}

/// A response with the common headers.
pub fn respond(status: StatusCode, kind: &'static str, body: Vec<u8>) -> Response<Full<Bytes>> {
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                  frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
    let mut response = Response::new(Full::new(body.into()));
    *response.status_mut() = status;
    let headers = [
        (CONTENT_TYPE, kind),
        (CONTENT_SECURITY_POLICY, policy),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
    ];
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
