//! Exact numbers, and the one way to round them.

mod decimal;
mod dyadic;
mod literal;
mod round;
mod scientific;

pub use decimal::Decimal;
pub use dyadic::Dyadic;
pub(crate) use literal::Literal;
pub use round::{Exact, Loss, RoundingMode, round};
pub(crate) use scientific::scientific;
