// The page of one run.

const COSTS = [["solver_microseconds", "solver time"], ["queries", "queries"], ["solver_queries", "solved queries"],
  ["forks", "forks"], ["instructions", "instructions"]];

function showRun(data) {
  const result = data.result, run = data.run || {};
  if (!result) return showProgress(data);
  const findings = [...(result.inputs ? [{ ...result, property: result.violated }] : []), ...list(result.others)];
  const parts = [verdictSection(data, result, run, findings), sourceSection(result, run, findings), checksSection(result),
    testsSection(data), proofSection(result, run), costSection(result, run)].filter(Boolean);
  return [el("a", { class: "skip", href: "#source" }, "Skip to the source"),
    el("header", { class: "top" }, el("span", { class: "brand" }, "Antumbra " + (data.version || "")),
      el("span", { class: "soft" }, el("code", {}, result.file || ""))),
    el("nav", { class: "nav", "aria-label": "parts of this page" }, parts.filter((part) => part.id).map((part) =>
      el("a", { href: "#" + part.id }, part.querySelector("h1, h2").dataset.short || part.querySelector("h1, h2").textContent))),
    el("main", {}, parts)];
}

// ---------------------------------------------------------------- verdict

function verdictSection(data, result, run, findings) {
  const headline = result.verdict === "unsafe" ? result.violated + " is violated"
    : result.verdict === "safe" ? "no execution violates " + result.property
      : result.reason || "nothing was decided";
  const rows = [];
  const row = (term, ...content) => { if (content.flat(9).some((c) => c)) rows.push(el("dt", {}, term), el("dd", {}, content)); };
  if (result.verdict === "unsafe") row("what", (result.called ? result.called + ": " : "") + (result.message || ""));
  if (result.location) row("where", sourceLink(result.location), result.location.function ? " in " + result.location.function : "");
  row("rests on", el("ul", { class: "marks" }, [replayFact(result, list(run.replay)[0]), proofFact(result)].filter(Boolean)
    .map((one) => el("li", {}, one)), list(result.assumptions).map((text) => el("li", {}, fact("?", "open", "assumes: " + text))),
    result.verdict === "unknown" && el("li", {}, fact("–", "open", "nothing: this is no verdict"))));
  if (list(result.inputs).length) row("failing input", inputsTable(result.inputs));
  row("property", result.property, ", engine " + result.engine);
  if (list(result.fixed).length) row("fixed", result.fixed.join("; "));
  if (list(result.notes).length) row("notes", el("ul", {}, result.notes.map((text) => el("li", {}, text))));
  if (Object.keys(result.externals || {}).length) row("external functions", Object.entries(result.externals)
    .map(([name, policy], i) => [i ? ", " : "", el("code", {}, name), " (" + policy + ")"]));
  const others = findings.slice(result.inputs ? 1 : 0);
  if (others.length) row("also found", el("ul", {}, others.slice(0, 100).map((other) => el("li", {}, other.property + ": " + other.message,
    other.location ? [" at ", sourceLink(other.location)] : "", other.replayed === true ? "" : " (not confirmed)"))));
  return el("section", { id: "verdict", class: "verdict keep " + result.verdict },
    el("h1", { "data-short": "Verdict" }, el("span", { class: "word" }, String(result.verdict).toUpperCase()), ": " + headline),
    el("dl", { class: "facts" }, rows));
}

function inputsTable(inputs) {
  return table([
    { title: "#", number: true, value: (i) => i.at },
    { title: "input", value: (i) => i.name, cell: (i) => el("code", {}, i.name) },
    { title: "type", value: (i) => i.type },
    { title: "value", value: (i) => i.value, cell: (i) => el("code", {}, String(i.value)) },
    { title: "asked for at", value: (i) => place(i.location), cell: (i) => sourceLink(i.location) },
  ], inputs.map((input, i) => ({ ...input, at: i + 1 })), { most: 10 });
}

let goTo = () => {};

function sourceLink(location) {
  if (!location || !location.line) return place(location);
  return el("a", { href: "#source", onclick: (event) => { event.preventDefault(); goTo(location.file, location.line); } },
    el("code", {}, place(location)));
}

// ---------------------------------------------------------------- source

function factsByFile(result, run) {
  const notes = notesOf(result), known = new Map();
  return (file) => {
    if (known.has(file)) return known.get(file);
    const covered = list(run.coverage).find((one) => one.file === file) || {};
    const heat = new Map(), most = {};
    for (const spot of list(run.hot_spots)) {
      if (spot.file !== file) continue;
      const sum = heat.get(spot.line) || {};
      for (const [key] of COSTS) {
        sum[key] = (sum[key] || 0) + (spot[key] || 0);
        most[key] = Math.max(most[key] || 0, sum[key]);
      }
      heat.set(spot.line, sum);
    }
    const facts = { lines: new Map(list(covered.lines)), ways: new Map(list(covered.branches).map(([line, ...ways]) => [line, ways])),
      notes: notes.get(file) || new Map(), heat, most };
    known.set(file, facts);
    return facts;
  };
}

function sourceSection(result, run, findings) {
  const sources = new Map();
  for (const one of list(run.sources)) {
    const lines = String(one.text).split("\n");
    if (lines[lines.length - 1] === "") lines.pop();
    sources.set(one.file, lines);
  }
  const walks = new Map(list(run.walks).map((walk) => [walk.finding, walk]));
  const told = findings.map((finding, i) => stepsOf(finding, walks.get(i)));
  const files = [...new Set([...sources.keys(), ...list(run.coverage).map((one) => one.file),
    ...told.flatMap((one) => one.steps.map((step) => step.file))])].filter((file) => file);
  if (!files.length) return null;
  let stepper = null;
  const view = new SourceView(sources, factsByFile(result, run), (file, line) => { if (stepper) stepper.toLine(file, line); });
  const choose = el("select", { "aria-label": "file", onchange: () => view.open(choose.value) },
    files.map((file) => { const option = el("option", {}, file); option.value = file; return option; }));
  const open = view.open.bind(view);
  view.open = (file) => { open(file); choose.value = file; };
  const metrics = COSTS.filter(([key]) => list(run.hot_spots).some((spot) => spot[key]));
  const heat = el("select", { "aria-label": "heat by line", onchange: () => view.heat(heat.value) },
    el("option", { value: "" }, "no heat"), metrics.map(([key, title]) => el("option", { value: key }, "heat: " + title)));
  const side = el("aside", { class: "side", "aria-label": "steps and values" });
  const which = el("select", { "aria-label": "finding", onchange: () => start(Number(which.value)) },
    findings.map((finding, i) => el("option", { value: i }, (i + 1) + ". " + finding.property + (finding.location ? ", line " + finding.location.line : ""))));
  function start(i) {
    if (!told[i] || !told[i].steps.length) return side.replaceChildren(el("p", { class: "soft" }, "No steps were recorded of this finding."));
    stepper = new Stepper(told[i], view, findings[i]);
    side.replaceChildren(...(findings.length > 1 ? [which] : []), stepper.box);
    stepper.go(told[i].steps.length - 1); // where it fails
  }
  const some = told.some((one) => one.steps.length);
  const main = files.find((file) => file === result.file) || (result.location && result.location.file) || files[0];
  if (!metrics.length) view.box.classList.add("cold");
  view.open(main);
  if (metrics.length) { heat.value = metrics[0][0]; view.heat(heat.value); }
  const covered = list(run.coverage).length > 0;
  const whole = section("source", "Source", el("div", { class: "bar noprint" }, choose, metrics.length ? heat : null,
    el("span", { class: "grow soft" }, coverageText(result))),
  el("div", { class: "work" + (some ? "" : " alone") }, el("div", {}, view.box, covered && el("p", { class: "legend" },
    el("b", { class: "good" }, "✓"), " reached  ", el("b", { class: "open" }, "◐"), " not every way out taken  ",
    el("b", { class: "bad" }, "✗"), " not reached", some && "  · blue edge: the failing run came there")), some && side));
  if (some) queueMicrotask(() => start(0));
  goTo = (file, line) => { view.go(file, line); whole.scrollIntoView({ block: "start" }); };
  addEventListener("keydown", (event) => {
    if (!stepper || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const to = { ArrowLeft: stepper.at - 1, ArrowRight: stepper.at + 1, Home: 0, End: stepper.steps.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    stepper.go(to);
  });
  return whole;
}

function coverageText(result) {
  const sum = result.coverage;
  if (!sum) return "";
  return "lines " + sum.lines_covered + "/" + sum.lines_total + " (" + percent(sum.lines_covered, sum.lines_total) + ")" +
    (sum.branches_total ? ", branches " + sum.branches_covered + "/" + sum.branches_total : "");
}

// ---------------------------------------------------------------- checks, tests, costs

function checksSection(result) {
  const kinds = { violated: "bad", unsafe: "bad", reachable: "", holds: "good", safe: "good", unreachable: "good", unknown: "open" };
  const rows = list(result.checks).length ? result.checks.map((c) => ({ id: c.kind, location: c.location, status: c.status, text: c.text }))
    : list(result.targets).map((t) => ({ id: t.id, location: t.line ? { file: result.file, line: t.line } : null, status: t.verdict, text: "" }));
  if (!rows.length) return null;
  return section("checks", list(result.checks).length ? "Checks" : "Targets", table([
    { title: "status", value: (r) => r.status, cell: (r) => el("span", { class: kinds[r.status] || "" }, r.status) },
    { title: "what", value: (r) => r.id, cell: (r) => el("code", {}, r.id) },
    { title: "where", value: (r) => (r.location || {}).line || 0, cell: (r) => sourceLink(r.location) },
    { title: "text", value: (r) => r.text },
  ], rows, { most: 100 }));
}

function testsSection(data) {
  if (!list(data.tests).length) return null;
  const shown = table([
    { title: "test", value: (t) => t.name, cell: (t) => el("code", {}, t.name) },
    { title: "ends", value: (t) => t.check || t.end, cell: (t) => el("span", { class: t.check ? "bad" : "" }, t.check || t.end) },
    { title: "where", value: (t) => (t.location || {}).line || 0, cell: (t) => sourceLink(t.location) },
    { title: "inputs", value: (t) => t.inputs.length, cell: (t) => [t.inputs.slice(0, 20).map((i, at) => [at ? ", " : "",
      el("code", {}, at && t.inputs[at - 1].name === i.name ? i.value : i.name + " = " + i.value)]),
    t.inputs.length + t.more > 20 ? " … " + number(t.inputs.length + t.more) + " in all" : ""] },
    { title: "replay", value: (t) => t.command, cell: (t) => {
      const button = el("button", { type: "button", title: t.command, onclick: () => copy(t.command, button) }, "copy command");
      return button;
    } },
  ], data.tests, { most: 50 });
  return section("tests", "Tests", el("p", { class: "soft" }, plural(data.tests.length, "test") + " in ", el("code", {}, data.folder + "/tests"),
    ". A button copies the command that runs one as native code."), shown);
}

function costSection(result, run) {
  const stats = result.stats || {}, parts = [];
  const card = (value, label) => value !== undefined && value !== null && el("div", {}, el("b", {}, value), el("span", {}, label));
  parts.push(el("div", { class: "cards keep" }, card(seconds(stats.wall_seconds), "in all"), card(seconds(stats.solver_seconds), "in solvers"),
    card(number(stats.paths), "paths"), card(number(stats.subsumed), "subsumed"), card(number(stats.forks), "forks"),
    card(number(stats.queries), "queries"), card(number(stats.solver_queries), "of them solved"),
    card(number(stats.instructions), "instructions"), card(Math.round(stats.peak_memory_mb || 0) + " MB", "memory")));
  const spots = list(run.hot_spots);
  if (spots.length) parts.push(el("h3", {}, "By line"), table([
    { title: "where", value: (s) => s.file + ":" + s.line, cell: (s) => sourceLink(s) },
    { title: "function", value: (s) => s.function, cell: (s) => el("code", {}, s.function) },
    { title: "solver time", number: true, value: (s) => s.solver_microseconds, cell: (s) => seconds(s.solver_microseconds / 1e6) },
    { title: "queries", number: true, value: (s) => s.queries, cell: (s) => number(s.queries) },
    { title: "solved", number: true, value: (s) => s.solver_queries, cell: (s) => number(s.solver_queries) },
    { title: "forks", number: true, value: (s) => s.forks, cell: (s) => number(s.forks) },
    { title: "instructions", number: true, value: (s) => s.instructions, cell: (s) => number(s.instructions) },
  ], spots, { most: 20, sorted: [spots.some((s) => s.solver_microseconds) ? 2 : 6, true] }));
  const rest = Object.entries(stats).filter(([, value]) => value);
  parts.push(el("details", { class: "noprint" }, el("summary", {}, "All counters"), table([
    { title: "counter", value: (r) => r[0], cell: (r) => el("code", {}, r[0]) },
    { title: "value", number: true, value: (r) => r[1], cell: (r) => number(r[1]) }], rest, { most: 200 })));
  const whole = section("costs", "Where time and queries went", parts);
  whole.querySelector("h2").dataset.short = "Costs";
  return whole;
}

// ---------------------------------------------------------------- a run that goes on

function showProgress(data) {
  const now = data.progress || {}, history = list(now.history);
  const card = (value, label) => el("div", {}, el("b", {}, value), el("span", {}, label));
  const parts = [el("section", { id: "verdict", class: "verdict unknown" },
    el("h1", {}, el("span", { class: "word" }, "RUNNING"), ": " + (now.phase || "")),
    el("p", {}, el("code", {}, now.file || "")),
    el("div", { class: "cards" }, card(seconds(now.wall_seconds), "so far"), card(number(now.paths), "paths"), card(number(now.states), "states"),
      card(number(now.queries), "queries"), card(seconds(now.solver_seconds), "in solvers"), card(number(now.errors), "violations"),
      now.total_blocks ? card(percent(now.covered_blocks, now.total_blocks), "of the blocks reached") : null)),
  history.length > 1 ? section("progress", "Progress", lineChart(history.map((h) => [h.wall_seconds, h.paths || 0]), "paths"),
    lineChart(history.map((h) => [h.wall_seconds, h.covered_blocks || 0]), "blocks reached")) : null, testsSection(data)].filter(Boolean);
  return [el("header", { class: "top" }, el("span", { class: "brand" }, "Antumbra " + (data.version || "")), el("span", { class: "soft" }, data.folder || "")),
    el("main", {}, parts)];
}

function lineChart(points, label) {
  if (points.every((p) => p[1] === points[0][1])) return null;
  const width = 900, height = 130, right = Math.max(...points.map((p) => p[0]), 1e-9), top = Math.max(...points.map((p) => p[1]), 1);
  const path = points.map(([x, y], i) => (i ? "L" : "M") + (width * x / right).toFixed(1) + " " + (height - 6 - (height - 24) * y / top).toFixed(1)).join("");
  return el("figure", { class: "keep" }, el("figcaption", { class: "soft" }, label + ": " + number(points[points.length - 1][1])),
    svg("svg", { viewBox: "0 0 " + width + " " + height, class: "chart", role: "img", "aria-label": label, preserveAspectRatio: "none" },
      svg("path", { d: path, fill: "none", stroke: "var(--accent)", "stroke-width": 2, "vector-effect": "non-scaling-stroke" })));
}
