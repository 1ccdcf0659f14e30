// The failing run, step by step: values at each line, forward and back.

/** Steps of a finding: its run as native code, else its trace of transitions, else the branches it took. */
function stepsOf(finding, walk) {
  if (walk && list(walk.steps).length) return { kind: "run", gap: walk.gap, leftOut: walk.left_out, steps: walk.steps };
  if (list(finding.trace).length) {
    const before = new Map();
    return { kind: "trace", steps: finding.trace.map((step, i) => {
      const changes = [];
      for (const [name, value] of Object.entries(step.values || {})) {
        if (before.get(name) !== String(value)) changes.push([0, name, String(value)]);
        before.set(name, String(value));
      }
      const given = Object.entries(step.inputs || {}).map(([name, value]) => name + " = " + value).join(", ");
      const at = step.location || {};
      return { file: at.file, line: at.line, function: "", depth: 1, changes,
        about: (i ? "transition " : "") + step.transition + (given ? " with " + given : "") };
    }) };
  }
  const branches = list(finding.path).filter((step) => step.location);
  const end = finding.location ? [{ ...finding.location, depth: 1, about: finding.message }] : [];
  return { kind: "branches", steps: [...branches.map((step) => ({ file: step.location.file, line: step.location.line,
    function: step.location.function || "", depth: 1, about: "the condition is " + (step.taken ? "true" : "false") })), ...end] };
}

class Stepper {
  constructor(told, view, finding) {
    this.told = told;
    this.steps = told.steps;
    this.view = view;
    this.finding = finding;
    this.at = 0;
    const button = (label, title, act) => el("button", { type: "button", title, "aria-label": title, onclick: act }, label);
    this.first = button("First", "first step (Home)", () => this.go(0));
    this.back = button("Back", "step back (←)", () => this.go(this.at - 1));
    this.on = button("Next", "step forward (→)", () => this.go(this.at + 1));
    this.last = button("Last", "last step (End)", () => this.go(this.steps.length - 1));
    this.slider = el("input", { type: "range", min: 0, max: this.steps.length - 1, value: 0, "aria-label": "step",
      oninput: () => this.go(Number(this.slider.value)) });
    this.where = el("p", { class: "where", role: "status", "aria-live": "polite" });
    this.frames = el("div", { class: "frames" });
    const title = { run: "The failing run", trace: "The counterexample", branches: "The path" }[told.kind];
    this.box = el("div", {}, el("h3", {}, title),
      el("div", { class: "walk" }, this.first, this.back, this.on, this.last, this.slider), this.where, this.frames,
      el("p", { class: "legend noprint" }, el("kbd", {}, "←"), " ", el("kbd", {}, "→"), " step, ", el("kbd", {}, "Home"), " ",
        el("kbd", {}, "End"), " ends; a blue line number: the next time the run comes there."));
    const path = new Map();
    for (const step of this.steps) {
      if (!path.has(step.file)) path.set(step.file, new Set());
      path.get(step.file).add(step.line);
    }
    view.setPath(path, finding.location);
  }

  /** The next time, going round, that the run is at a line. */
  toLine(file, line) {
    const count = this.steps.length;
    for (let i = 1; i <= count; i++) {
      const at = (this.at + i) % count;
      if (this.steps[at].file === file && this.steps[at].line === line) return this.go(at);
    }
  }

  /** Variables of each frame after a step: frame → {title, values: name → text}, and what changed in it. */
  state(at) {
    const frames = new Map([[0, { title: "global", values: new Map() }]]);
    for (let i = 0; i <= at; i++) {
      const step = this.steps[i];
      if (this.told.gap && i === this.told.gap) for (const frame of frames.values()) frame.values.clear();
      for (const depth of [...frames.keys()]) if (depth > step.depth || (step.enters && depth === step.depth && depth)) frames.delete(depth);
      if (!frames.has(step.depth)) frames.set(step.depth, { title: "", values: new Map() });
      frames.get(step.depth).title = step.function ? step.function + "()" : "";
      for (const [frame, name, text] of list(step.changes)) {
        if (!frames.has(frame)) frames.set(frame, { title: "", values: new Map() });
        const values = frames.get(frame).values;
        if (i === at) values.set(name, { text, was: values.has(name) ? values.get(name).text : null, now: true });
        else if (text === "") values.delete(name);
        else values.set(name, { text, now: false });
      }
      if (i === at - 1) for (const frame of frames.values()) for (const value of frame.values.values()) value.now = false;
    }
    return frames;
  }

  go(at) {
    const count = this.steps.length;
    if (!count) return;
    this.at = Math.min(Math.max(at, 0), count - 1);
    const step = this.steps[this.at];
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", "step " + (this.at + 1) + " of " + count + ", line " + (step.line || "?"));
    this.first.disabled = this.back.disabled = this.at === 0;
    this.on.disabled = this.last.disabled = this.at === count - 1;
    const gap = this.told.leftOut && this.at === this.told.gap && this.at
      ? el("span", { class: "open" }, plural(this.told.leftOut, "event") + " of the run before this step were not kept. ") : null;
    const end = this.at === count - 1 && step.about !== this.finding.message ? el("b", { class: "bad" }, " " + (this.finding.message || "")) : null;
    this.where.replaceChildren(...add(el("span"), ["Step " + number(this.at + 1) + " of " + number(count), el("br"), gap,
      step.about || (step.function ? step.function + ", " : "") + (step.line ? "line " + step.line : ""), end]).childNodes);
    const shown = [...this.state(this.at)].filter(([, frame]) => frame.values.size).sort((a, b) => b[0] - a[0]);
    this.frames.replaceChildren(...shown.map(([depth, frame]) => el("div", { class: "frame" },
      el("h3", {}, frame.title || (depth ? "frame " + depth : "global")),
      el("table", {}, el("tbody", {}, [...frame.values].map(([name, value]) => el("tr", { class: value.now ? "now" : "" },
        el("td", {}, el("code", {}, name)),
        el("td", {}, value.now && value.was !== null && value.was !== value.text && el("code", { class: "was" }, value.was + " → "),
          el("code", {}, value.text === "" ? "not known" : value.text)))))))));
    if (step.file && step.line) this.view.go(step.file, step.line);
    if (this.onstep) this.onstep(this.at);
  }
}
