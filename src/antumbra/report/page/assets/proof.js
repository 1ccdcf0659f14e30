// What a verdict rests on: replays, proofs and their check, assumptions; invariants beside their loops; pictures.

const CHECKERS = { confirmed: ["✓", "good"], refuted: ["✗", "bad"], unchecked: ["–", "open"] };

function fact(mark, kind, ...text) {
  return el("span", {}, el("span", { class: "mark " + kind, "aria-hidden": "true" }, mark), text);
}

function proofFact(result) {
  const proof = result.proof;
  if (result.verdict !== "safe" && !proof) return null;
  if (!proof) return fact("–", "open", "no proof was kept, and none was checked");
  if (result.proof_checked === true) return fact("✓", "good", "proof confirmed by " + (proof.checker || "the checker") +
    ", which shares no code with the engine");
  return fact("–", "open", "proof not checked" + (proof.reason ? ": " + proof.reason : ""));
}

function replayFact(result, words) {
  if (result.verdict !== "unsafe" && result.replayed === null) return null;
  const told = words || { true: "replayed: it fails there too", false: "replayed: it did not fail", null: "not replayed" }[result.replayed];
  return fact(result.replayed === true ? "✓" : result.replayed === false ? "✗" : "–",
    result.replayed === true ? "good" : result.replayed === false ? "bad" : "open", told);
}

/** Notes beside lines: file → line → [function that makes an element]. */
function notesOf(result) {
  const notes = new Map();
  const note = (location, make) => {
    if (!location || !location.line) return;
    if (!notes.has(location.file)) notes.set(location.file, new Map());
    const lines = notes.get(location.file);
    if (!lines.has(location.line)) lines.set(location.line, []);
    lines.get(location.line).push(make);
  };
  const proof = result.proof || {};
  const checked = result.proof_checked === true;
  const invariants = new Map();
  for (const one of list(proof.invariants)) {
    const key = JSON.stringify([one.location, one.procedure]);
    if (!invariants.has(key)) invariants.set(key, { location: one.location, texts: [] });
    invariants.get(key).texts.push(one.expression || one.text);
  }
  for (const { location, texts } of invariants.values()) {
    note(location, () => el("div", { class: "note invariant" }, "invariant of this loop" + (checked ? ", checked" : "") + ": ",
      [...new Set(texts)].slice(0, 40).map((text, i) => [i ? " ∧ " : "", el("code", {}, text)])));
  }
  for (const one of list(proof.contracts)) {
    note(one.location, () => el("div", { class: "note invariant" }, "contract of " + one.procedure,
      list(one.before).map((c) => [el("br"), "before: ", el("code", {}, c.expression || c.text)]),
      list(one.after).map((c) => [el("br"), "after: ", el("code", {}, c.expression || c.text)])));
  }
  if (result.location && result.violated) note(result.location, () => el("div", { class: "note violation" },
    told(result.violated, (result.called ? result.called + ": " : "") + (result.message || ""))));
  for (const other of list(result.others)) note(other.location, () => el("div", { class: "note violation" },
    told(other.property, other.message || "") + (other.replayed === true ? "" : " (not confirmed)")));
  return notes;
}

/** What a message is about, and the message, which may say so itself. */
function told(check, message) {
  return message.startsWith(check + ":") ? message : check + ": " + message;
}

function conditions(items) {
  return el("ul", {}, list(items).slice(0, 500).map((item) => el("li", {}, el("code", {}, item.expression || item.text))));
}

/** Invariants, contracts, regions and abstract states, in words; and pictures of what the engine has built. */
function proofSection(result, run) {
  const proof = result.proof || {};
  const parts = [];
  if (list(proof.invariants).length) parts.push(el("h3", {}, "Invariants"), table([
    { title: "where", value: (i) => place(i.location), cell: (i) => el("code", {}, place(i.location) || i.procedure) },
    { title: "invariant", value: (i) => i.expression || i.text, cell: (i) => el("code", {}, i.expression || i.text) },
  ], proof.invariants, { most: 40 }));
  for (const one of list(proof.contracts)) parts.push(el("h3", {}, "Contract of " + one.procedure),
    list(one.before).length ? [el("p", { class: "soft" }, "before"), conditions(one.before)] : null,
    list(one.after).length ? [el("p", { class: "soft" }, "after"), conditions(one.after)] : null);
  for (const graph of list(proof.regions)) parts.push(el("details", {},
    el("summary", {}, "Region graph of " + graph.procedure + ": " + plural(list(graph.regions).length, "region") + ", " +
      plural(list(graph.links).length, "link")),
    el("p", {}, "Not reachable: ", el("code", {}, (graph.goal || {}).text || ""), ". From: ", el("code", {}, (graph.entry || {}).text || "")),
    table([
      { title: "region", number: true, value: (r) => r.number },
      { title: "where", value: (r) => place(r.location), cell: (r) => el("code", {}, place(r.location) || r.block) },
      { title: "states", value: (r) => r.text, cell: (r) => el("code", {}, r.expression || r.text) },
      { title: "leads to", value: (r) => list(graph.links).filter((l) => l[0] === r.number).map((l) => l[1]).join(", ") },
    ], list(graph.regions), { most: 60 })));
  if (list(proof.predicates).length) parts.push(el("details", {},
    el("summary", {}, "Abstract transition system: " + plural(proof.predicates.length, "predicate") + ", " +
      plural(list(proof.states).length, "abstract state")),
    el("h3", {}, "Predicates"), el("ol", {}, proof.predicates.slice(0, 500).map((text) => el("li", {}, el("code", {}, text)))),
    el("h3", {}, "States"), el("ol", {}, list(proof.states).slice(0, 500).map((text) => el("li", {}, el("code", {}, text))))));
  for (const one of list(run.pictures)) {
    const image = el("img", { alt: one.title });
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(one.svg);
    parts.push(el("h3", {}, one.title), el("div", { class: "picture", tabindex: "0", role: "region", "aria-label": one.title }, image));
  }
  return parts.length ? section("proof", "Proof and pictures", parts) : null;
}
