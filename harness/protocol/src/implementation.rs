//! What an implementation is.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{Answer, Request};

/// An implementation of some of the operations.
pub trait Implementation {
    /// Answers a request. A request that it cannot serve has an answer too:
    /// [`Answer::Unsupported`], or [`Answer::Fault`] where something failed that is not the codec's
    /// own rejection.
    fn answer(&mut self, request: &Request) -> Answer;
}

impl<I: Implementation + ?Sized> Implementation for Box<I> {
    fn answer(&mut self, request: &Request) -> Answer {
        self.as_mut().answer(request)
    }
}

/// The implementation's answer, or a fault where it panics.
pub fn answer(implementation: &mut (impl Implementation + ?Sized), request: &Request) -> Answer {
    // What a panic leaves behind is the implementation's own business: it is asked further, as it
    // would be by a caller who catches the panic.
    let answered = catch_unwind(AssertUnwindSafe(|| implementation.answer(request)));
    answered.unwrap_or_else(|panic| Answer::Fault(format!("panicked: {}", message(&*panic))))
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let formatted = panic.downcast_ref::<String>().map(String::as_str);
    formatted.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message")
}
