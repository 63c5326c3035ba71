//! Makes the JavaScript glue of a WebAssembly module: `bind MODULE FOLDER NAME [--names]`.
//!
//! It does what the command line tool `wasm-bindgen` does, which takes three minutes to build; this takes less than one.
//! With `--names`, functions keep their names.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let (module, folder, name, has_names) = match given.as_slice() {
        [module, folder, name] => (module, folder, name, false),
        [module, folder, name, names] if names == "--names" => (module, folder, name, true),
        _ => {
            eprintln!("Usage: bind MODULE FOLDER NAME [--names]");
            return ExitCode::from(2);
        }
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen.web(true).and_then(|bindgen| {
        bindgen
            .input_path(module)
            .out_name(name)
            .typescript(true)
            .demangle(!has_names)
            .remove_name_section(!has_names)
            .omit_default_module_path(true)
            .reset_state_function(true)
            .generate(folder)
    });
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{module}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
