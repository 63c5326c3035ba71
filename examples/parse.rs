//! Prints the result of each file as JSON.
use reconvene::Ledger;
fn main() {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).expect("a readable file");
        let reply =
            reconvene::model::Reply { text: reconvene::model::ReplyText::from_bytes(&bytes), ..Default::default() };
        println!("{}", serde_json::to_string_pretty(&reconvene::parse(&reply, Ledger::Omit)).expect("JSON"));
    }
}
