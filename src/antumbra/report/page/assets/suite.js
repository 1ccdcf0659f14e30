// The page of a suite: a table that sorts and filters, plots, and what changed.

const KINDS = { correct: "good", wrong: "bad", error: "bad", unknown: "open", missing: "soft" };
const WORTH = { wrong: 0, error: 1, unknown: 1, missing: 2, correct: 2 };

/** How good a row is; a decided task that nobody has an expectation of counts as correct. */
const worth = (row) => (row.category === "missing" && row.status.startsWith("unknown") ? 1 : WORTH[row.category] ?? 1);

function showSuite(data) {
  const rows = list(data.rows), before = data.earlier ? list(data.earlier.rows) : null;
  const counts = new Map();
  for (const row of rows) counts.set(row.category, (counts.get(row.category) || 0) + 1);
  const wrong = counts.get("wrong") || 0;
  const sum = (name) => rows.reduce((all, row) => all + (row[name] || 0), 0);
  const card = (value, label, kind) => el("div", {}, el("b", { class: kind || "" }, value), el("span", {}, label));
  const parts = [el("section", { id: "summary", class: "verdict keep " + (wrong ? "unsafe" : "safe") },
    el("h1", { "data-short": "Summary" }, el("span", { class: "word" }, wrong ? plural(wrong, "WRONG RESULT") : plural(rows.length, "task")),
      wrong ? " of " + plural(rows.length, "task") : ", none of them wrong"),
    el("div", { class: "cards" }, [...counts].sort().map(([name, count]) => card(number(count), name, KINDS[name])),
      card(seconds(sum("cpu_seconds")), "of the processor"), card(seconds(sum("wall_seconds")), "on the clock"),
      card(Math.round(Math.max(0, ...rows.map((r) => r.memory_mb || 0))) + " MB", "most memory"))),
  before && changesSection(rows, before), tableSection(rows), plotsSection(data, rows, before)].filter(Boolean);
  return [el("a", { class: "skip", href: "#tasks" }, "Skip to the table"),
    el("header", { class: "top" }, el("span", { class: "brand" }, "Antumbra " + (data.version || "")),
      el("span", { class: "soft" }, el("code", {}, data.file || ""), data.earlier ? [" against ", el("code", {}, data.earlier.file)] : "")),
    el("nav", { class: "nav", "aria-label": "parts of this page" }, parts.map((part) =>
      el("a", { href: "#" + part.id }, part.querySelector("h1, h2").dataset.short || part.querySelector("h1, h2").textContent))),
    el("main", {}, parts)];
}

const key = (row) => JSON.stringify([row.task, row.property]);

function costColumns() {
  return [
    { title: "processor", number: true, value: (r) => r.cpu_seconds ?? -1, cell: (r) => seconds(r.cpu_seconds) },
    { title: "clock", number: true, value: (r) => r.wall_seconds ?? -1, cell: (r) => seconds(r.wall_seconds) },
    { title: "memory", number: true, value: (r) => r.memory_mb ?? -1, cell: (r) => (r.memory_mb === null ? "–" : Math.round(r.memory_mb) + " MB") },
  ];
}

function tableSection(rows) {
  const shown = table([
    { title: "task", value: (r) => r.task, cell: (r) => el("code", { class: "task" }, r.task) },
    { title: "property", value: (r) => r.property },
    { title: "expected", value: (r) => r.expected ?? "" },
    { title: "result", value: (r) => r.status, cell: (r) => el("span", { title: r.reason || r.message }, r.status) },
    { title: "category", value: (r) => r.category, cell: (r) => el("span", { class: KINDS[r.category] || "" }, r.category) },
    ...costColumns(),
  ], rows, { most: 200, caption: "tasks" });
  const counted = el("span", { class: "soft", role: "status" });
  const chosen = new Set();
  const find = el("input", { type: "search", id: "find", placeholder: "filter: words that task, property, result or reason must have",
    "aria-label": "filter tasks", oninput: filter });
  const kinds = [...new Set(rows.map((r) => r.category))].sort();
  const buttons = kinds.map((kind) => {
    const button = el("button", { type: "button", "aria-pressed": "false", onclick: () => {
      if (!chosen.delete(kind)) chosen.add(kind);
      button.setAttribute("aria-pressed", String(chosen.has(kind)));
      filter();
    } }, kind);
    return button;
  });
  const texts = new Map(rows.map((r) => [r, [r.task, r.property, r.expected, r.status, r.category, r.reason, r.engine].join(" ").toLowerCase()]));
  function filter() {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const some = rows.filter((r) => (!chosen.size || chosen.has(r.category)) && words.every((word) => texts.get(r).includes(word)));
    shown.show(some);
    counted.textContent = number(some.length) + " of " + number(rows.length);
  }
  filter();
  addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== find) { event.preventDefault(); find.focus(); }
  });
  return section("tasks", "Tasks", el("div", { class: "filters noprint" }, find, buttons, counted, el("kbd", {}, "/")), shown);
}

function changesSection(rows, before) {
  const old = new Map(before.map((row) => [key(row), row])), now = new Set(rows.map(key));
  const found = [];
  for (const row of rows) {
    const was = old.get(key(row));
    if (!was) { found.push({ kind: "new", row, was: null }); continue; }
    const a = worth(was), b = worth(row), s = was.cpu_seconds || 0, t = row.cpu_seconds || 0;
    if (a !== b) found.push({ kind: b < a ? "worse" : "better", row, was });
    else if (was.status !== row.status) found.push({ kind: "other", row, was });
    else if (a < 2) continue;
    else if (t > 1.5 * s && t > s + 1) found.push({ kind: "slower", row, was });
    else if (s > 1.5 * t && s > t + 1) found.push({ kind: "faster", row, was });
  }
  for (const was of before) if (!now.has(key(was))) found.push({ kind: "gone", row: was, was });
  const order = ["worse", "better", "other", "slower", "faster", "new", "gone"];
  const counts = order.map((kind) => [kind, found.filter((c) => c.kind === kind).length]).filter((c) => c[1]);
  found.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  return section("changes", "What changed", el("p", {}, counts.length ? counts.map(([kind, count]) => count + " " + kind).join(", ") + "." : "Nothing."),
    found.length ? table([
      { title: "change", value: (c) => order.indexOf(c.kind), cell: (c) => el("span", { class: { worse: "bad", better: "good", slower: "open", faster: "good" }[c.kind] || "" }, c.kind) },
      { title: "task", value: (c) => c.row.task, cell: (c) => el("code", { class: "task" }, c.row.task) },
      { title: "property", value: (c) => c.row.property },
      { title: "before", value: (c) => (c.was ? c.was.status : ""), cell: (c) => (c.was ? c.was.status + ", " + seconds(c.was.cpu_seconds) : "") },
      { title: "now", value: (c) => (c.kind === "gone" ? "" : c.row.status), cell: (c) => (c.kind === "gone" ? "" : c.row.status + (c.row.category === "wrong" ? " (wrong)" : "") + ", " + seconds(c.row.cpu_seconds)) },
    ], found, { most: 50 }) : null);
}

function plotsSection(data, rows, before) {
  const short = (name) => String(name).split("/").slice(-2).join("/");
  const runs = [{ name: before ? "now" : short(data.title || "this run"), rows }];
  if (before) runs.push({ name: "before", rows: before });
  const old = new Map((before || []).map((row) => [key(row), row]));
  const pairs = rows.filter((row) => old.has(key(row))).map((row) => ({ now: row, before: old.get(key(row)) }));
  return section("plots", "Plots", el("div", { class: "plots" }, quantilePlot(runs), pairs.length ? scatterPlot(pairs, ["now", "before"]) : null));
}
