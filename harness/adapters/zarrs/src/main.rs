//! Adapter for the crate zarrs: its reshape codec, asked in JSON Lines on standard input.

mod protocol;
mod refusals;
mod reshape;

use std::any::Any;
use std::io::{BufRead, Write, stdin, stdout};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};

use protocol::{Failure, Request, trim};

fn main() -> std::io::Result<()> {
    let mut output = stdout().lock();
    for line in stdin().lock().split(b'\n') {
        writeln!(output, "{}", answer(&line?))?;
        output.flush()?;
    }
    Ok(())
}

fn answer(line: &[u8]) -> Value {
    let request: Request = match serde_json::from_slice(line) {
        Ok(request) => request,
        Err(error) => return json!({"fault": trim(format!("unreadable line: {error}"))}),
    };
    if request.op == "hello" {
        return protocol::hello();
    }
    let Some(id) = request.id else { return json!({"fault": "unreadable line: no id"}) };
    let mut answer = match catch_unwind(AssertUnwindSafe(|| perform(&request))) {
        Ok(Ok(result)) => json!({"results": [result]}),
        Ok(Err(failure)) => failure.answer(),
        Err(panic) => json!({"fault": trim(format!("panicked: {}", message(&*panic)))}),
    };
    answer["id"] = json!(id);
    answer
}

fn perform(request: &Request) -> Result<Value, Failure> {
    match request.op.as_str() {
        "reshape" => reshape::reshape(request),
        other => Err(Failure::Unsupported(format!("operation {other:?}"))),
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let formatted = panic.downcast_ref::<String>().map(String::as_str);
    formatted.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message")
}
