//! Times on the command line.

use std::time::Duration;

/// A number of seconds, minutes or hours.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.char_indices().last() {
        Some((last, 's')) => (&text[..last], 1.0),
        Some((last, 'm')) => (&text[..last], 60.0),
        Some((last, 'h')) => (&text[..last], 3600.0),
        _ => (text, 1.0),
    };
    let seconds = number.parse::<f64>().map_err(|_| "not a time such as 30s or 5m".to_owned())?;
    let seconds = seconds * unit;
    let sensible = seconds > 0.0 && seconds <= 1e7;
    let duration = sensible.then(|| Duration::from_secs_f64(seconds));
    duration.ok_or_else(|| "not between 0 and 10000000 seconds".to_owned())
}

/// A number of seconds.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    let sensible = seconds > 0.0 && seconds <= 1e6;
    sensible.then_some(seconds).ok_or_else(|| "not between 0 and 1000000".to_owned())
}
