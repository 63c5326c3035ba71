//! How much a finding matters. See `docs/formats/protocol-v1.md`, "Severity".

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::order::Gather;

/// The weight of a finding, the heaviest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Blocks the pipeline.
    Critical,
    /// Fix before merge.
    Major,
    /// Cosmetic or of low impact.
    Minor,
    /// No action required.
    Advisory,
}

/// Every severity, the heaviest first.
pub const SEVERITIES: [Severity; 4] = [Severity::Critical, Severity::Major, Severity::Minor, Severity::Advisory];

impl Severity {
    /// The word of the protocol.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Critical => "critical",
            Self::Major => "major",
            Self::Minor => "minor",
            Self::Advisory => "advisory",
        }
    }
}

/// The words that agents write for each severity, in lower case. One table for every dialect.
const WORDS: &[(&str, Severity)] = &[
    ("critical", Severity::Critical),
    ("crit", Severity::Critical),
    ("blocker", Severity::Critical),
    ("blocking", Severity::Critical),
    ("s0", Severity::Critical),
    ("p0", Severity::Critical),
    ("sev-0", Severity::Critical),
    ("sev0", Severity::Critical),
    ("must fix", Severity::Critical),
    ("must-fix", Severity::Critical),
    ("🛑", Severity::Critical),
    ("🔴", Severity::Critical),
    ("major", Severity::Major),
    ("high", Severity::Major),
    ("important", Severity::Major),
    ("error", Severity::Major),
    ("s1", Severity::Major),
    ("s2", Severity::Major),
    ("p1", Severity::Major),
    ("sev-1", Severity::Major),
    ("sev-2", Severity::Major),
    ("sev1", Severity::Major),
    ("sev2", Severity::Major),
    ("should fix", Severity::Major),
    ("should-fix", Severity::Major),
    ("serious", Severity::Major),
    ("🟠", Severity::Major),
    ("minor", Severity::Minor),
    ("medium", Severity::Minor),
    ("moderate", Severity::Minor),
    ("med", Severity::Minor),
    ("low", Severity::Minor),
    ("warning", Severity::Minor),
    ("warn", Severity::Minor),
    ("s3", Severity::Minor),
    ("p2", Severity::Minor),
    ("p3", Severity::Minor),
    ("nit", Severity::Minor),
    ("nitpick", Severity::Minor),
    ("sev-3", Severity::Minor),
    ("sev3", Severity::Minor),
    ("could fix", Severity::Minor),
    ("could-fix", Severity::Minor),
    ("nice to have", Severity::Minor),
    ("nice-to-have", Severity::Minor),
    ("non-blocking", Severity::Minor),
    ("nonblocking", Severity::Minor),
    ("🟡", Severity::Minor),
    ("⚪", Severity::Minor),
    ("advisory", Severity::Advisory),
    ("info", Severity::Advisory),
    ("informational", Severity::Advisory),
    ("note", Severity::Advisory),
    ("suggestion", Severity::Advisory),
    ("trivial", Severity::Advisory),
    ("s4", Severity::Advisory),
    ("p4", Severity::Advisory),
    ("sev-4", Severity::Advisory),
    ("sev4", Severity::Advisory),
    ("🔵", Severity::Advisory),
    ("🟢", Severity::Advisory),
    ("ℹ️", Severity::Advisory),
    ("ℹ", Severity::Advisory),
];

/// The same in other languages. What is an English word, too (`critique`, `media`), is none of them.
const TRANSLATED: &[(&str, Severity)] = &[
    ("kritisch", Severity::Critical),
    ("kritische", Severity::Critical),
    ("blockierend", Severity::Critical),
    ("critiques", Severity::Critical),
    ("crítico", Severity::Critical),
    ("crítica", Severity::Critical),
    ("críticos", Severity::Critical),
    ("críticas", Severity::Critical),
    ("critico", Severity::Critical),
    ("critica", Severity::Critical),
    ("critici", Severity::Critical),
    ("bloquant", Severity::Critical),
    ("bloqueante", Severity::Critical),
    ("bloqueador", Severity::Critical),
    ("bloqueadores", Severity::Critical),
    ("bloqueio", Severity::Critical),
    ("bloccante", Severity::Critical),
    ("kritiek", Severity::Critical),
    ("критично", Severity::Critical),
    ("критический", Severity::Critical),
    ("критическая", Severity::Critical),
    ("致命的", Severity::Critical),
    ("緊急", Severity::Critical),
    ("致命", Severity::Critical),
    ("严重", Severity::Critical),
    ("紧急", Severity::Critical),
    ("kritischer", Severity::Critical),
    ("kritisches", Severity::Critical),
    ("bloquants", Severity::Critical),
    ("bloquante", Severity::Critical),
    ("bloquantes", Severity::Critical),
    ("bloqueantes", Severity::Critical),
    ("bloccanti", Severity::Critical),
    ("blokkerend", Severity::Critical),
    ("критические", Severity::Critical),
    ("критическое", Severity::Critical),
    ("критичные", Severity::Critical),
    ("блокирующие", Severity::Critical),
    ("блокирующий", Severity::Critical),
    ("치명적", Severity::Critical),
    ("심각", Severity::Critical),
    ("krytyczny", Severity::Critical),
    ("krytyczne", Severity::Critical),
    ("krytyczna", Severity::Critical),
    ("kritik", Severity::Critical),
    ("嚴重", Severity::Critical),
    ("致命缺陷", Severity::Critical),
    ("必须修复", Severity::Critical),
    ("hoch", Severity::Major),
    ("hohe", Severity::Major),
    ("schwerwiegend", Severity::Major),
    ("élevé", Severity::Major),
    ("élevée", Severity::Major),
    ("élevés", Severity::Major),
    ("haute", Severity::Major),
    ("majeur", Severity::Major),
    ("majeure", Severity::Major),
    ("majeurs", Severity::Major),
    ("alto", Severity::Major),
    ("alta", Severity::Major),
    ("altos", Severity::Major),
    ("altas", Severity::Major),
    ("hoog", Severity::Major),
    ("высокий", Severity::Major),
    ("высокая", Severity::Major),
    ("высоко", Severity::Major),
    ("重大", Severity::Major),
    ("高", Severity::Major),
    ("hoher", Severity::Major),
    ("hohes", Severity::Major),
    ("schwerwiegende", Severity::Major),
    ("wichtig", Severity::Major),
    ("wichtige", Severity::Major),
    ("élevées", Severity::Major),
    ("majeures", Severity::Major),
    ("importante", Severity::Major),
    ("importantes", Severity::Major),
    ("importanti", Severity::Major),
    ("altissima", Severity::Major),
    ("alti", Severity::Major),
    ("alte", Severity::Major),
    ("hoge", Severity::Major),
    ("belangrijk", Severity::Major),
    ("высокие", Severity::Major),
    ("серьёзные", Severity::Major),
    ("серьёзный", Severity::Major),
    ("серьезные", Severity::Major),
    ("важные", Severity::Major),
    ("高危", Severity::Major),
    ("높음", Severity::Major),
    ("중대", Severity::Major),
    ("wysoki", Severity::Major),
    ("wysoka", Severity::Major),
    ("wysokie", Severity::Major),
    ("poważne", Severity::Major),
    ("yüksek", Severity::Major),
    ("应该修复", Severity::Major),
    ("aviso", Severity::Minor),
    ("avisos", Severity::Minor),
    ("advertencia", Severity::Minor),
    ("advertencias", Severity::Minor),
    ("avertissement", Severity::Minor),
    ("avertissements", Severity::Minor),
    ("avviso", Severity::Minor),
    ("avvisi", Severity::Minor),
    ("warnung", Severity::Minor),
    ("warnungen", Severity::Minor),
    ("waarschuwing", Severity::Minor),
    ("waarschuwingen", Severity::Minor),
    ("предупреждение", Severity::Minor),
    ("предупреждения", Severity::Minor),
    ("警告", Severity::Minor),
    ("경고", Severity::Minor),
    ("주의", Severity::Minor),
    ("uyarı", Severity::Minor),
    ("ostrzeżenie", Severity::Minor),
    ("ostrzeżenia", Severity::Minor),
    ("mittel", Severity::Minor),
    ("mittlere", Severity::Minor),
    ("niedrig", Severity::Minor),
    ("niedrige", Severity::Minor),
    ("gering", Severity::Minor),
    ("geringe", Severity::Minor),
    ("moyen", Severity::Minor),
    ("moyenne", Severity::Minor),
    ("moyens", Severity::Minor),
    ("faible", Severity::Minor),
    ("faibles", Severity::Minor),
    ("mineur", Severity::Minor),
    ("mineure", Severity::Minor),
    ("mineurs", Severity::Minor),
    ("medio", Severity::Minor),
    ("médio", Severity::Minor),
    ("média", Severity::Minor),
    ("bajo", Severity::Minor),
    ("baja", Severity::Minor),
    ("bajos", Severity::Minor),
    ("bajas", Severity::Minor),
    ("baixo", Severity::Minor),
    ("baixa", Severity::Minor),
    ("basso", Severity::Minor),
    ("bassa", Severity::Minor),
    ("gemiddeld", Severity::Minor),
    ("laag", Severity::Minor),
    ("средний", Severity::Minor),
    ("средняя", Severity::Minor),
    ("низкий", Severity::Minor),
    ("низкая", Severity::Minor),
    ("中", Severity::Minor),
    ("低", Severity::Minor),
    ("mittlerer", Severity::Minor),
    ("mittleres", Severity::Minor),
    ("geringfügig", Severity::Minor),
    ("leicht", Severity::Minor),
    ("leichte", Severity::Minor),
    ("moyennes", Severity::Minor),
    ("mineures", Severity::Minor),
    ("modéré", Severity::Minor),
    ("modérée", Severity::Minor),
    ("modérés", Severity::Minor),
    ("medios", Severity::Minor),
    ("medias", Severity::Minor),
    ("médios", Severity::Minor),
    ("médias", Severity::Minor),
    ("moderado", Severity::Minor),
    ("moderada", Severity::Minor),
    ("menor", Severity::Minor),
    ("menores", Severity::Minor),
    ("leve", Severity::Minor),
    ("leves", Severity::Minor),
    ("baixos", Severity::Minor),
    ("baixas", Severity::Minor),
    ("bassi", Severity::Minor),
    ("medi", Severity::Minor),
    ("lage", Severity::Minor),
    ("средние", Severity::Minor),
    ("низкие", Severity::Minor),
    ("незначительные", Severity::Minor),
    ("мелкие", Severity::Minor),
    ("中危", Severity::Minor),
    ("低危", Severity::Minor),
    ("轻微", Severity::Minor),
    ("一般", Severity::Minor),
    ("中等", Severity::Minor),
    ("軽微", Severity::Minor),
    ("중간", Severity::Minor),
    ("보통", Severity::Minor),
    ("낮음", Severity::Minor),
    ("경미", Severity::Minor),
    ("średni", Severity::Minor),
    ("średnia", Severity::Minor),
    ("średnie", Severity::Minor),
    ("niski", Severity::Minor),
    ("niska", Severity::Minor),
    ("niskie", Severity::Minor),
    ("drobne", Severity::Minor),
    ("orta", Severity::Minor),
    ("düşük", Severity::Minor),
    ("hinweis", Severity::Advisory),
    ("hinweise", Severity::Advisory),
    ("提示", Severity::Advisory),
    ("informativo", Severity::Advisory),
    ("informativa", Severity::Advisory),
];

/// Both lists by their words; of equal ones the first counts.
static KNOWN: LazyLock<BTreeMap<&str, Severity>> = LazyLock::new(|| WORDS.iter().chain(TRANSLATED).copied().gather());

/// The severity that one word means, in any case; `None` for a word outside of the table.
#[must_use]
pub fn severity_of_word(word: &str) -> Option<Severity> {
    const LONGEST: usize = 40;
    let mut lower = [0; LONGEST];
    let lower = lower.get_mut(..word.len())?;
    lower.copy_from_slice(word.as_bytes());
    lower.make_ascii_lowercase();
    let known = std::str::from_utf8(lower).ok().and_then(|lower| KNOWN.get(lower));
    let others = || if word.is_ascii() { None } else { KNOWN.get(word.to_lowercase().as_str()) };
    known.or_else(others).copied()
}

/// What a finding of a table without a severity column weighs, by its type: the first that the source names.
#[must_use]
pub fn usual_severity(finding_type: &str) -> Option<Severity> {
    Some(match finding_type {
        "contradiction" | "regression" => Severity::Critical,
        "terminology-drift"
        | "broken-reference"
        | "missing-coverage"
        | "fidelity-loss"
        | "scope-violation"
        | "architectural-inconsistency" => Severity::Major,
        "stale-content" | "redundant-spec" | "abstraction-leak" => Severity::Minor,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Severity, severity_of_word};

    #[test]
    fn words_fold_case() {
        assert_eq!(severity_of_word("HIGH"), Some(Severity::Major));
        assert_eq!(severity_of_word("P0"), Some(Severity::Critical));
        assert_eq!(severity_of_word("🟡"), Some(Severity::Minor));
        assert_eq!(severity_of_word("Élevé"), Some(Severity::Major));
        assert_eq!(severity_of_word("grave"), None);
    }
}
