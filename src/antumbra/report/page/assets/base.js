"use strict";
// What all pages have: making elements (of text, never of markup), tables that sort, numbers, copying.

/** Characters that would reorder, hide or end text are shown by their code. */
function clean(value) {
  return String(value).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]/gu,
    (c) => "\\u" + c.codePointAt(0).toString(16).padStart(4, "0"));
}

/** An element. Strings among the children become text. */
function el(tag, settings, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(settings || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") node.className = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : clean(value));
  }
  add(node, children);
  return node;
}

function add(node, children) {
  for (const child of children.flat(9)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(clean(child)));
  }
  return node;
}

function svg(tag, settings, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(settings || {})) node.setAttribute(name, clean(value));
  return add(node, children);
}

const list = (value) => (Array.isArray(value) ? value : []);
const number = (value) => (typeof value === "number" ? value.toLocaleString("en") : "–");
const seconds = (value) => (typeof value !== "number" ? "–" : value < 0.0995 ? (1000 * value).toPrecision(2) + " ms"
  : value < 100 ? value.toPrecision(3) + " s" : Math.round(value).toLocaleString("en") + " s");
const percent = (part, whole) => (whole ? (100 * part / whole).toFixed(1) + " %" : "–");
const plural = (count, noun) => number(count) + " " + noun + (count === 1 ? "" : "s");

function place(location) {
  if (!location || typeof location !== "object") return "";
  return (location.file || "") + (location.line ? ":" + location.line + (location.column ? ":" + location.column : "") : "");
}

function section(id, title, ...content) {
  return el("section", { id, "aria-labelledby": id + "-title" }, el("h2", { id: id + "-title" }, title), content);
}

/** Copies, and says so on the button. Works on file: pages too, where browsers may not offer the clipboard. */
async function copy(text, button) {
  let done = false;
  try {
    await navigator.clipboard.writeText(text);
    done = true;
  } catch {
    const area = el("textarea", { class: "sr", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    try { done = document.execCommand("copy"); } catch { done = false; }
    area.remove();
    button.focus();
  }
  const before = button.dataset.label || button.textContent;
  button.dataset.label = before;
  button.textContent = done ? "copied" : "select and copy it";
  button.classList.toggle("copied", done);
  setTimeout(() => { button.textContent = before; button.classList.remove("copied"); }, 1600);
}

/** A table that sorts by any column. columns: {title, value(row), cell(row), number}. Shows `most` rows at first. */
function table(columns, rows, { most = 200, sorted = null, caption = "" } = {}) {
  let order = rows.slice(), by = sorted ? sorted[0] : -1, down = sorted ? sorted[1] : false, shown = most;
  const heads = columns.map((column, i) => el("th", { scope: "col", class: column.number ? "number" : "" },
    el("button", { type: "button", onclick: () => { down = by === i ? !down : Boolean(column.number); by = i; draw(); } },
      column.title)));
  const body = el("tbody");
  const more = el("button", { type: "button", class: "more", onclick: () => { shown *= 5; draw(); } });
  const whole = el("div", { class: "scroll" },
    el("table", {}, caption && el("caption", { class: "sr" }, caption), el("thead", {}, el("tr", {}, heads)), body), more);
  function draw() {
    heads.forEach((head, i) => {
      if (i === by) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    if (by >= 0) {
      const value = columns[by].value;
      const keyed = rows.map((row, i) => [value(row), i, row]);
      keyed.sort((a, b) => (compare(a[0], b[0]) || 0) * (down ? -1 : 1) || a[1] - b[1]);
      order = keyed.map((entry) => entry[2]);
    }
    body.replaceChildren(...order.slice(0, shown).map((row) => el("tr", {}, columns.map((column) =>
      el("td", { class: column.number ? "number" : "" }, column.cell ? column.cell(row) : String(column.value(row) ?? ""))))));
    more.textContent = "show more (" + number(order.length - shown) + " left)";
    more.hidden = order.length <= shown;
  }
  draw();
  whole.show = (some) => { rows = some; order = some.slice(); draw(); };
  return whole;
}

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : -1;
  if (b === null || b === undefined) return 1;
  return String(a).localeCompare(String(b), "en", { numeric: true });
}
