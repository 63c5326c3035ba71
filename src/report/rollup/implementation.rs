//! The implementation reports together: what became of each task, and where tasks got into each other's way.

use std::collections::{BTreeMap, BTreeSet};

use super::told_conflicts::told;
use super::{furthest, last};
use crate::model::{
    AgentResult, Detail, DispatchPlan, Expected, ExpectedUnit, Implementation, ImplementationRollup, ResultType, Share,
    Status, TaskDependency, TaskGap, TaskRow, TouchedFile,
};
use crate::order::{Arrange, Gather};
use crate::part::units::{Identity, document_key, is_shared, natural, plain};
use crate::part::{coverage, documents};
use crate::report::answer::Answer;
use crate::report::number;

/// All implementation reports, each task once; `None` where there are none, and none was asked. `names` has the name of each
/// answer's unit, `expected` what was asked.
///
/// Where several replies are on one task, the best status is its own, as in the coverage of a unit, and their criteria
/// and tests are added up. Tasks that the plan has in different waves, and tasks that were run again, did not run at the
/// same time as others: they are in nobody's way.
#[must_use]
pub fn implementation(
    answers: &[Answer],
    names: &[String],
    expected: &[ExpectedUnit],
    plan: Option<&DispatchPlan>,
) -> Option<ImplementationRollup> {
    let work = last(answers.iter().map(|answer| &answer.result), names, |detail| match detail {
        Detail::Implementation(work) => Some(work),
        _ => None,
    });
    let unanswered = unanswered(&work, expected);
    if work.is_empty() && unanswered.is_empty() {
        return None;
    }
    let waves = waves(plan);
    let work = together_last(work);
    let mut turns: Vec<Turn> = Vec::new();
    let mut rollup = ImplementationRollup { unanswered, ..ImplementationRollup::default() };
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut files = TouchedFiles::new();
    let mut notes = Vec::new();
    for (unit, result, work) in work {
        let named = named(unit, work);
        let parts = Identity::of(named).map(|named| named.each().collect::<Vec<_>>()).unwrap_or_default();
        let told: Option<Vec<usize>> = parts.iter().map(|part| places.get(&plain(part.name())).copied()).collect();
        let told = told.filter(|told| !told.is_empty());
        let next = rollup.tasks.len();
        // Who names neither a task nor a unit did one of its own.
        let place = match plain(named) {
            // What each of its tasks says for itself is not counted again.
            _ if told.is_some() => usize::MAX,
            key if key.is_empty() => next,
            key => *places.entry(key).or_insert(next),
        };
        if place == next {
            rollup.tasks.push(TaskRow::of(named, unit));
            let wave = [unit, named].into_iter().find_map(|name| waves.get(&Identity::of(name)?).copied());
            turns.push(Turn { wave, is_again: false });
        }
        if let Some(turn) = turns.get_mut(place) {
            turn.is_again |= result.attempt > 1;
        }
        if let Some(row) = rollup.tasks.get_mut(place) {
            row.add(result, work);
        }
        let of = told.unwrap_or_else(|| vec![place]);
        for file in work.files.iter().flat_map(|file| documents::touched(&file.path)) {
            let path = || file.trim_start_matches("./").to_owned();
            let (_, by) = files.entry(document_key(&file)).or_insert_with(|| (path(), BTreeSet::new()));
            by.extend(&of);
        }
        notes.extend(of.first().into_iter().flat_map(|own| work.conflicts.iter().map(|note| (*own, note))));
        let task = || rollup.tasks.get(place).map_or(named, |row| row.task.as_str()).to_owned();
        rollup.gaps.extend(work.gaps.iter().map(|gap| TaskGap {
            task: task(),
            id: gap.id.clone(),
            level: gap.level.clone(),
            description: gap.description.clone(),
            assumption: gap.assumption.clone(),
            extra: gap.extra.clone(),
        }));
        rollup.dependencies.extend(work.dependencies.iter().map(|added| TaskDependency {
            task: task(),
            package: added.package.clone(),
            version: added.version.clone(),
            license: added.license.clone(),
            audit: added.audit.clone(),
            extra: added.extra.clone(),
        }));
    }
    name_from_root(&mut files);
    let mut conflicting: BTreeSet<usize> = BTreeSet::new();
    // Whoever touched a file first: tasks stand in the order of their rows.
    let named = |places: &BTreeSet<usize>| -> Vec<String> {
        places.iter().filter_map(|place| rollup.tasks.get(*place)).map(|row| row.task.clone()).collect()
    };
    let mut told = told(notes.into_iter(), &places);
    let mut clashes: Vec<(String, BTreeSet<usize>)> = Vec::new();
    for (key, (path, by)) in files {
        let clashing = match told.remove(&key) {
            Some((_, also)) => told_clashing(&(&by | &also), &turns),
            None => clashing(&by, &turns),
        };
        clashes.push((path.clone(), clashing));
        if is_shared(&path) {
            rollup.shared_files.push(TouchedFile { path: path.clone(), tasks: named(&by) });
        }
        rollup.files.push(TouchedFile { path, tasks: named(&by) });
    }
    clashes.extend(told.into_values().map(|(path, by)| (path, told_clashing(&by, &turns))));
    for (path, clashing) in clashes.into_iter().filter(|(_, clashing)| !clashing.is_empty()) {
        rollup.file_conflicts.push(TouchedFile { path, tasks: named(&clashing) });
        conflicting.extend(clashing);
    }
    rollup.file_conflicts.arrange_by_cached_key(|file| document_key(&file.path));
    rollup.rerun_sequentially = named(&conflicting);
    rollup.gaps.arrange_by_cached_key(|gap| weight(gap.level.as_deref()));
    rollup.dependencies.arrange_by_cached_key(|added| (plain(&added.package), added.version.as_deref().map(natural)));
    Some(rollup)
}

/// Files by their keys: how each is written, and the places of the tasks that touched it.
type TouchedFiles = BTreeMap<String, (String, BTreeSet<usize>)>;

/// Makes one of a path from the root of the machine and the same from that of the project, where somebody gives both. A
/// name without its folder is too little: `/home/u/app/sub/Cargo.toml` may be another than `Cargo.toml`.
fn name_from_root(files: &mut TouchedFiles) {
    let is_absolute = |key: &&String| key.starts_with(['/', '~']) || key.get(1..3) == Some(":/");
    let absolute: Vec<String> = files.keys().filter(is_absolute).cloned().collect();
    for key in absolute {
        let mut within = key.match_indices('/').filter_map(|(at, _)| key.get(at + 1..));
        let same = within.find(|path| path.contains('/') && files.contains_key(*path)).map(str::to_owned);
        let Some((same, (_, by))) = same.and_then(|same| Some((same, files.remove(&key)?))) else { continue };
        if let Some((_, own)) = files.get_mut(&same) {
            own.extend(by);
        }
    }
}

/// The task that a report is on, as it names it itself, else its unit.
fn named<'r>(unit: &'r str, work: &'r Implementation) -> &'r str {
    work.task.as_deref().filter(|task| !plain(task).is_empty()).unwrap_or(unit)
}

/// The same reports; behind all others those on several tasks of which each has a report of its own.
fn together_last<'r>(
    mut work: Vec<(&'r str, &'r AgentResult, &'r Implementation)>,
) -> Vec<(&'r str, &'r AgentResult, &'r Implementation)> {
    let alone: BTreeSet<Identity> = work.iter().filter_map(|(unit, _, work)| Identity::of(named(unit, work))).gather();
    work.arrange_by_cached_key(|(unit, _, work)| {
        let tasks: Vec<Identity> = Identity::of(named(unit, work)).iter().flat_map(Identity::each).collect();
        !tasks.is_empty() && tasks.iter().all(|task| alone.contains(task))
    });
    work
}

/// When a task ran.
struct Turn {
    /// The wave of the plan, and the agent in it; `None` where no plan says.
    wave: Option<[usize; 2]>,
    /// Whether it was run again.
    is_again: bool,
}

/// The wave in which the plan has each unit, and each task of a group, by its place; and the place of the agent in it.
fn waves(plan: Option<&DispatchPlan>) -> BTreeMap<Identity, [usize; 2]> {
    let waves = plan.into_iter().flat_map(|plan| plan.waves.iter().enumerate());
    let units =
        waves.flat_map(|(at, wave)| wave.units.iter().enumerate().map(move |(agent, unit)| ([at, agent], unit)));
    let names = units.flat_map(|(at, unit)| unit.answered().chain([unit.unit.as_str()]).map(move |name| (at, name)));
    names.filter_map(|(at, name)| Some((Identity::of(name)?, at))).gather()
}

/// Of tasks that touched one file, those that may have done so at the same time as another. What one agent does it does one
/// after the other. When a task ran that no plan has is not known: it may have been with any.
fn clashing(by: &BTreeSet<usize>, turns: &[Turn]) -> BTreeSet<usize> {
    let mut beside: BTreeMap<usize, (BTreeSet<usize>, BTreeSet<usize>)> = BTreeMap::new();
    let mut unknown = BTreeSet::new();
    for place in by {
        match turns.get(*place).filter(|turn| !turn.is_again).map(|turn| turn.wave) {
            Some(Some([wave, agent])) => {
                let (places, agents) = beside.entry(wave).or_default();
                places.insert(*place);
                agents.insert(agent);
            }
            Some(None) => _ = unknown.insert(*place),
            None => {}
        }
    }
    if beside.is_empty() {
        return if unknown.len() > 1 { unknown } else { BTreeSet::new() };
    }
    let together = beside.into_values().filter(|(_, agents)| agents.len() + unknown.len() > 1);
    together.flat_map(|(places, _)| &places | &unknown).gather()
}

/// The same where an agent says that there is a conflict: it is one too where the other task is not known.
fn told_clashing(by: &BTreeSet<usize>, turns: &[Turn]) -> BTreeSet<usize> {
    let is_alone = by.len() == 1 && by.iter().all(|place| turns.get(*place).is_some_and(|turn| !turn.is_again));
    if is_alone { by.clone() } else { clashing(by, turns) }
}

/// The units that were asked for an implementation of which none was read, each once, in the order of the coverage map.
fn unanswered(work: &[(&str, &AgentResult, &Implementation)], expected: &[ExpectedUnit]) -> Vec<String> {
    let wanted = Some(Expected::Type(ResultType::Implementation));
    let asked = expected.iter().filter(|unit| unit.expect == wanted);
    let mut open: BTreeSet<Identity> = asked.filter_map(|unit| Identity::of(&unit.unit)).collect();
    for (unit, ..) in work {
        let Some(unit) = Identity::of(unit) else { continue };
        open.remove(&unit);
        for task in unit.each() {
            open.remove(&task);
        }
    }
    open.iter().map(|unit| unit.name().to_owned()).collect()
}

/// The order of levels: the highest number first, then words, then none.
fn weight(level: Option<&str>) -> (u8, std::cmp::Reverse<u32>, String) {
    let level = level.map(plain).unwrap_or_default();
    let number = level.strip_prefix('l').unwrap_or(&level).trim().parse().ok();
    match number {
        Some(number) => (0, std::cmp::Reverse(number), String::new()),
        None => (if level.is_empty() { 2 } else { 1 }, std::cmp::Reverse(0), level),
    }
}

impl TaskRow {
    fn of(task: &str, unit: &str) -> Self {
        Self {
            task: task.to_owned(),
            status: Status::Error,
            criteria: Share::default(),
            tests: Share::default(),
            failed: Vec::new(),
            unit: Some(unit.to_owned()).filter(|unit| !unit.is_empty()),
        }
    }

    fn add(&mut self, result: &AgentResult, work: &Implementation) {
        self.status = furthest(self.status, result.status);
        self.criteria = self.criteria.plus(criteria(result, work));
        self.tests = self.tests.plus(tests(result, work));
        let unmet = work.criteria.iter().filter(|criterion| criterion.passed == Some(false));
        self.failed.extend(unmet.map(|criterion| criterion.criterion.clone()));
        self.failed.extend(work.tests.iter().filter(|test| test.has_failed()).map(|test| test.name.clone()));
    }
}

/// How many criteria are met, of how many: as listed; where none is listed, as stated.
fn criteria(result: &AgentResult, work: &Implementation) -> Share {
    let met = work.criteria.iter().filter(|criterion| criterion.passed == Some(true)).count();
    match work.criteria.len() {
        0 => stated(result, "criteria").unwrap_or_default(),
        all => Share { met: number(met), total: number(all) },
    }
}

/// How many tests passed, of how many: the sum of what each record counts. Where one counts nothing, it may be one test
/// or many: then as stated, else each record is one.
fn tests(result: &AgentResult, work: &Implementation) -> Share {
    let counted = !work.tests.is_empty() && work.tests.iter().all(|test| test.passed.is_some());
    let stated = if counted { None } else { stated(result, "tests") };
    stated.unwrap_or_else(|| work.tests.iter().fold(Share::default(), |sum, test| sum.plus(test.counts().into())))
}

/// What the summary line states as `3/4` or `3 of 4` under a key.
fn stated(result: &AgentResult, key: &str) -> Option<Share> {
    let metric = result.metrics.iter().find(|metric| metric.key.trim().eq_ignore_ascii_case(key))?;
    let (met, total) = coverage::share(&metric.value)?;
    Some(Share { met, total })
}

#[cfg(test)]
mod tests {
    use super::weight;

    #[test]
    fn the_highest_level_comes_first_and_none_last() {
        let mut levels = [None, Some("blocker"), Some("L0"), Some("L2"), Some("l1"), Some("L10")];
        levels.sort_by_key(|level| weight(*level));
        assert_eq!(levels, [Some("L10"), Some("L2"), Some("l1"), Some("L0"), Some("blocker"), None]);
    }
}
