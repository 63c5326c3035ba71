//! Groups of related tasks, and the variables for the agent that does them. See `docs/dispatch.md`, "Groups of tasks".

use std::collections::{BTreeMap, BTreeSet};

use super::bindings;
use crate::model::{DispatchUnit, Task};
use crate::order::Gather;
use crate::part::units::{Identity, document_key};
use crate::prompt::unmarked;

/// Groups of tasks, by their places: what comes after another task or touches the same file is in one group with it. In a
/// group they are in the order that is given, and groups in the order of their first.
#[must_use]
pub fn groups(tasks: &[Task], order: &[usize]) -> Vec<Vec<usize>> {
    let mut joined = Joined { above: (0..tasks.len()).collect() };
    let places: BTreeMap<String, usize> =
        tasks.iter().enumerate().map(|(at, task)| (document_key(&task.id), at)).gather();
    let mut touched: BTreeMap<String, usize> = BTreeMap::new();
    for (at, task) in tasks.iter().enumerate() {
        for before in task.after.iter().filter_map(|id| places.get(&document_key(id))) {
            joined.join(at, *before);
        }
        for file in &task.files {
            let first = *touched.entry(document_key(file)).or_insert(at);
            joined.join(at, first);
        }
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    for at in order {
        let number = *numbers.entry(joined.first(*at)).or_insert(groups.len());
        match groups.get_mut(number) {
            Some(group) => group.push(*at),
            None => groups.push(vec![*at]),
        }
    }
    groups
}

/// Which tasks were joined: above each stands another of its group, and above the first stands itself.
struct Joined {
    above: Vec<usize>,
}

impl Joined {
    /// The first of the group. What was passed on the way stands nearer to it afterwards.
    fn first(&mut self, mut at: usize) -> usize {
        while let Some(above) = self.above.get(at).copied().filter(|above| *above != at) {
            let higher = self.above.get(above).copied().unwrap_or(above);
            if let Some(entry) = self.above.get_mut(at) {
                *entry = higher;
            }
            at = above;
        }
        at
    }

    fn join(&mut self, one: usize, other: usize) {
        let [one, other] = [self.first(one), self.first(other)];
        if let Some(entry) = self.above.get_mut(one.max(other)) {
            *entry = one.min(other);
        }
    }
}

/// What a unit of tasks says of itself.
pub struct TaskVariables {
    /// The name of the unit.
    pub unit: String,
    /// What is done, in a few words.
    pub subject: String,
    /// What nobody else can say.
    pub own: Vec<(&'static str, String)>,
    /// What it says where the user says nothing else.
    pub usual: Vec<(&'static str, String)>,
}

/// What the agent is told that does these tasks, one after the other. `before` finds tasks by their ids.
#[must_use]
pub fn variables<'t>(tasks: &[Task], before: impl Fn(&str) -> Option<&'t Task>) -> TaskVariables {
    let dependencies = dependencies(tasks, before);
    let criteria = |name: &dyn Fn(&Task) -> String| {
        let all = tasks.iter().flat_map(|task| task.criteria.iter().map(move |criterion| (task, criterion)));
        let lines = all.map(|(task, criterion)| format!("- {}{}", name(task), bindings::line(criterion)));
        lines.collect::<Vec<_>>().join("\n")
    };
    if let [task] = tasks {
        return TaskVariables {
            unit: bindings::line(&task.id),
            subject: format!("Implement {}: {}", task.id, task.description),
            own: [("TASK_ID", task.id.clone()), ("TASK_DESCRIPTION", task.description.clone())]
                .into_iter()
                .chain(told_alone(tasks, &dependencies, &|_, text| text.trim().to_owned()))
                .collect(),
            usual: vec![
                ("SPEC_REFERENCE", task.spec.clone().unwrap_or_default()),
                ("ACCEPTANCE_CRITERIA", criteria(&|_| String::new())),
                ("DEPENDENCY_CONTEXT", dependencies),
            ],
        };
    }
    let unit = unit_of(tasks);
    let ids: Vec<&str> = tasks.iter().map(|task| task.id.as_str()).collect();
    let specs = tasks.iter().filter_map(|task| Some(named(task, task.spec.as_deref()?)));
    TaskVariables {
        subject: format!(
            "Implement {}",
            tasks.iter().map(|task| named(task, &task.description)).collect::<Vec<_>>().join("; then ")
        ),
        own: [
            ("TASK_ID", unit.clone()),
            ("TASK_ORDER", format!("{}; write a separate reply for each, one below the other", ids.join(", then "))),
            ("TASK_DESCRIPTION", lines(tasks.iter().map(|task| named(task, &task.description)))),
        ]
        .into_iter()
        .chain(told_alone(tasks, &dependencies, &named))
        .collect(),
        usual: vec![
            ("SPEC_REFERENCE", lines(specs)),
            ("ACCEPTANCE_CRITERIA", criteria(&|task| format!("{}: ", task.id))),
            ("DEPENDENCY_CONTEXT", dependencies),
        ],
        unit,
    }
}

/// What is said of tasks each for itself, where anything is: it counts before what is said of all. `shown` says of which.
fn told_alone(
    tasks: &[Task],
    dependencies: &str,
    shown: &dyn Fn(&Task, &str) -> String,
) -> Vec<(&'static str, String)> {
    let tests = lines(tasks.iter().filter_map(|task| Some(shown(task, task.test_spec.as_deref()?))));
    let reads = tasks.iter().filter(|task| !task.context_files.is_empty());
    let files = lines(reads.map(|task| shown(task, &task.context_files.join(", "))));
    let known = lines(tasks.iter().filter_map(|task| Some(shown(task, task.dependency_context.as_deref()?))));
    let before = if known.is_empty() { String::new() } else { format!("{dependencies}\n{known}").trim().to_owned() };
    let told = [("TEST_SPEC_SECTION", tests), ("CONTEXT_FILES", files), ("DEPENDENCY_CONTEXT", before)];
    told.into_iter().filter(|(_, text)| !text.is_empty()).collect()
}

/// What the agent is told that creates tasks in the list of the host, and implements none of them.
#[must_use]
pub fn listed(tasks: &[&Task]) -> TaskVariables {
    const LIST: &str = "Task list";
    let specs = tasks.iter().filter_map(|task| Some(named(task, task.spec.as_deref()?)));
    let noun = if tasks.len() == 1 { "task" } else { "tasks" };
    TaskVariables {
        unit: LIST.to_owned(),
        subject: format!("Create {} {noun} in the task list", tasks.len()),
        own: vec![
            ("TASK_ID", LIST.to_owned()),
            ("TASK_DESCRIPTION", lines(tasks.iter().map(|task| named(task, &task.description)))),
        ],
        usual: vec![
            ("SPEC_REFERENCE", lines(specs)),
            (
                "ACCEPTANCE_CRITERIA",
                lines(tasks.iter().map(|task| format!("- {} is created", bindings::line(&task.id)))),
            ),
        ],
    }
}

/// The unit of some tasks of a group alone, by their ids. What the user said of all its tasks is told of these too, and the
/// others are named as done before.
#[must_use]
pub fn of_some(unit: &DispatchUnit, ids: &BTreeSet<&str>) -> DispatchUnit {
    let tasks: Vec<Task> = unit.tasks.iter().filter(|task| ids.contains(task.id.as_str())).cloned().collect();
    if unit.tasks.len() < 2 || tasks.len() == unit.tasks.len() {
        return unit.clone();
    }
    let [was, now] = [&unit.tasks, &tasks].map(|tasks| variables(tasks, |_| None));
    let is_ours = |name: &str, value: &str| {
        was.own.iter().any(|(own, _)| *own == name) || was.usual.contains(&(name, value.to_owned()))
    };
    let mut variables = unit.variables.clone();
    variables.retain(|name| !is_ours(name, unit.variables.get(name).unwrap_or_default()));
    for (name, value) in now.own.iter().chain(&now.usual) {
        if !value.is_empty() && variables.get(name).is_none() {
            variables.set(*name, value);
        }
    }
    let known = variables.get("DEPENDENCY_CONTEXT").unwrap_or_default();
    let others = unit.tasks.iter().filter(|task| !ids.contains(task.id.as_str())).map(done);
    let more = others.filter(|other| !known.lines().any(|line| line == other));
    let context = lines(known.lines().map(str::to_owned).chain(more));
    variables.set("DEPENDENCY_CONTEXT", context);
    // In the order in which the agent was told them before; what it was not told comes last.
    let order = unit.variables.iter().map(|(name, _)| name);
    let known = order.filter_map(|name| Some((name, variables.get(name)?)));
    let more = variables.iter().filter(|(name, _)| unit.variables.get(name).is_none());
    let variables = known.chain(more).collect();
    DispatchUnit { unit: now.unit, subject: bindings::line(&unmarked(&now.subject)), tasks, variables, ..unit.clone() }
}

/// The unit that some tasks are together. It is not cut off, however long: no two groups have one name.
fn unit_of(tasks: &[Task]) -> String {
    let joined = tasks.iter().map(|task| task.id.as_str()).collect::<Vec<_>>().join(" + ");
    Identity::of(&joined).map_or(joined, |unit| unit.name().to_owned())
}

/// What is said of a task among others. What goes on over several lines stands further in: it names no other task.
fn named(task: &Task, text: &str) -> String {
    let text = text.trim().lines().collect::<Vec<_>>().join("\n  ");
    format!("{}: {text}", task.id).trim_end().to_owned()
}

fn lines(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join("\n")
}

/// The tasks that were done before these, with the files that they touched. What the same agent does it knows.
fn dependencies<'t>(tasks: &[Task], before: impl Fn(&str) -> Option<&'t Task>) -> String {
    let mut known: BTreeSet<String> = tasks.iter().map(|task| document_key(&task.id)).gather();
    let others = tasks.iter().flat_map(|task| &task.after).filter(|id| known.insert(document_key(id)));
    lines(others.filter_map(|id| before(id)).map(done))
}

/// A task that was done before, with the files that it touched.
fn done(task: &Task) -> String {
    match task.files.as_slice() {
        [] => bindings::line(&task.id),
        files => bindings::line(&format!("{}: {}", task.id, files.join(", "))),
    }
}
