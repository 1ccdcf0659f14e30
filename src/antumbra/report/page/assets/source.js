// The source: lines with coverage, heat, the path that fails, and what is known of loops.

const WORDS = new Set(("auto break case char const continue default do double else enum extern float for goto if int long " +
  "register return short signed sizeof static struct switch typedef union unsigned void volatile while bool true false " +
  "var procedure implementation returns requires ensures modifies invariant assert assume havoc call function axiom type " +
  "forall exists old then process shared property initially transition").split(" "));
const TOKENS = /\/\*.*?(?:\*\/|$)|\/\/.*|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])+'|\b\d[\w.]*\b|[A-Za-z_]\w*|[^\sA-Za-z_\d"'/]+|\s+|./gu;
const WHOLE = 4000, CHUNK = 500;

/** Text nodes and spans of a line. Returns whether a comment goes on behind it. */
function tokens(target, line, inComment) {
  let rest = line;
  if (inComment) {
    const end = rest.indexOf("*/");
    target.append(el("span", { class: "t-c" }, end < 0 ? rest : rest.slice(0, end + 2)));
    if (end < 0) return true;
    rest = rest.slice(end + 2);
  }
  if (rest.length > 2000) { add(target, [rest]); return false; }
  let open = false;
  for (const [token] of rest.matchAll(TOKENS)) {
    let kind = "";
    if (token.startsWith("/*")) { kind = "t-c"; open = !token.endsWith("*/") || token.length < 4; }
    else if (token.startsWith("//")) kind = "t-c";
    else if (token[0] === '"' || token[0] === "'") kind = "t-s";
    else if (/^\d/.test(token)) kind = "t-n";
    else if (WORDS.has(token)) kind = "t-k";
    add(target, [kind ? el("span", { class: kind }, token) : token]);
  }
  return open;
}

class SourceView {
  /** facts: per file {lines: Map(line → hits), ways: Map(line → [taken, all]), notes: Map(line → [element makers]), heat}. */
  constructor(sources, facts, onLine) {
    this.sources = sources;
    this.facts = facts;
    this.onLine = onLine;
    this.metric = "";
    this.box = el("div", { class: "code", tabindex: "0", role: "region", "aria-label": "source" });
    this.file = null;
    this.current = null;
    this.path = new Map();
  }

  lines(file) { return this.sources.get(file) || []; }

  open(file) {
    if (this.file === file) return;
    this.file = file;
    this.current = null;
    const lines = this.lines(file), facts = this.facts(file);
    this.rows = new Map();
    const states = this.commentStates(lines);
    const chunks = [];
    for (let from = 0; from < lines.length; from += CHUNK) {
      const chunk = el("div", { class: "chunk" });
      const fill = () => {
        if (chunk.dataset.full) return;
        chunk.dataset.full = "1";
        chunk.style.minHeight = "";
        const to = Math.min(lines.length, from + CHUNK);
        for (let i = from; i < to; i++) this.row(chunk, lines[i], i + 1, facts, states[i]);
        this.markPath();
      };
      chunk.fill = fill;
      chunk.style.minHeight = 20 * Math.min(CHUNK, lines.length - from) + "px";
      chunks.push(chunk);
    }
    this.chunks = chunks;
    this.box.replaceChildren(...chunks);
    if (!lines.length) this.box.append(el("p", { class: "note" }, "The text of this file is not at hand."));
    if (lines.length <= WHOLE) chunks.forEach((chunk) => chunk.fill());
    else {
      const watch = new IntersectionObserver((seen) => seen.forEach((one) => {
        if (one.isIntersecting) { one.target.fill(); watch.unobserve(one.target); }
      }), { root: this.box, rootMargin: "600px" });
      chunks.forEach((chunk) => watch.observe(chunk));
    }
  }

  commentStates(lines) {
    const states = [];
    let open = false;
    for (const line of lines) {
      states.push(open);
      const plain = line.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])+'/g, '""');
      for (let at = 0; at >= 0;) {
        const next = plain.slice(at).search(open ? /\*\// : /\/\*|\/\//);
        if (next < 0 || (!open && plain[at + next + 1] === "/")) break;
        open = !open;
        at += next + 2;
      }
    }
    return states;
  }

  row(chunk, text, line, facts, inComment) {
    const hits = facts.lines.get(line), ways = facts.ways.get(line);
    const kind = hits === undefined ? "" : !hits ? "miss" : ways && ways[0] < ways[1] ? "part" : "hit";
    const title = { "": "", miss: "not reached", part: ways && ways[0] + " of " + ways[1] + " ways out taken", hit: "reached" }[kind];
    const code = el("span", { class: "text" });
    tokens(code, text.replace(/\r$/, ""), inComment);
    const heat = el("span", { class: "heat", "aria-hidden": "true" });
    const row = el("div", { class: "row " + kind },
      el("span", { class: "no", onclick: () => this.onLine(this.file, line) }, String(line)),
      el("span", { class: "cov", title }, { "": "", miss: "✗", part: "◐", hit: "✓" }[kind],
        title && el("span", { class: "sr" }, title)), heat, code);
    row.heat = heat;
    this.rows.set(line, row);
    this.warm(row, line, facts);
    chunk.append(row);
    for (const make of facts.notes.get(line) || []) chunk.append(make());
  }

  warm(row, line, facts) {
    const spot = facts.heat.get(line), most = facts.most[this.metric] || 0;
    row.heat.replaceChildren();
    if (!spot || !most || !spot[this.metric]) return;
    const bar = el("i", { title: spot[this.metric].toLocaleString("en") });
    bar.style.width = Math.max(2, 46 * Math.sqrt(spot[this.metric] / most)) + "px";
    row.heat.append(bar);
  }

  heat(metric) {
    this.metric = metric;
    if (!this.file) return;
    const facts = this.facts(this.file);
    for (const [line, row] of this.rows) this.warm(row, line, facts);
  }

  /** The lines of a path: file → Set of lines; `fails`: where it ends. */
  setPath(path, fails) {
    this.path = path;
    this.fails = fails;
    if (this.file) this.markPath();
  }

  markPath() {
    const on = this.path.get(this.file);
    for (const [line, row] of this.rows) {
      row.classList.toggle("onpath", Boolean(on && on.has(line)));
      row.classList.toggle("fails", Boolean(this.fails && this.fails.file === this.file && this.fails.line === line));
    }
    if (this.current) this.mark(this.current);
  }

  mark(line) {
    if (this.rows.has(this.current)) this.rows.get(this.current).classList.remove("current");
    this.current = line;
    if (this.rows.has(line)) this.rows.get(line).classList.add("current");
  }

  go(file, line) {
    this.open(file);
    const chunk = this.chunks[Math.floor((line - 1) / CHUNK)];
    if (chunk) chunk.fill();
    this.mark(line);
    const row = this.rows.get(line);
    if (!row) return;
    const seen = this.box.scrollTop, room = this.box.clientHeight;
    const inner = row.getBoundingClientRect().top - this.box.getBoundingClientRect().top;
    if (inner < 40 || inner > room - 60) this.box.scrollTop = seen + inner - room / 3;
  }
}
