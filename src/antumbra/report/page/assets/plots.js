// Plots of suites, as SVG that is made element by element.

const WIDTH = 640, HEIGHT = 360, LEFT = 56, BOTTOM = 40, TOP = 14, RIGHT = 14;

function logScale(least, most, from, to) {
  const low = Math.log10(least), high = Math.log10(most);
  return (value) => from + (to - from) * (Math.log10(Math.max(value, least)) - low) / Math.max(high - low, 1e-9);
}

const tens = (least, most) => {
  const found = [];
  for (let e = Math.ceil(Math.log10(least) - 1e-9); 10 ** e <= most * 1.0001; e++) found.push(10 ** e);
  return found;
};
const short = (value) => (value >= 1 ? String(value) : value.toString());

function axes(xTicks, yTicks, x, y, xTitle, yTitle) {
  return [
    xTicks.map((v) => [svg("line", { class: "grid", x1: x(v), x2: x(v), y1: TOP, y2: HEIGHT - BOTTOM }),
      svg("text", { x: x(v), y: HEIGHT - BOTTOM + 15, "text-anchor": "middle" }, short(v))]),
    yTicks.map((v) => [svg("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(v), y2: y(v) }),
      svg("text", { x: LEFT - 6, y: y(v) + 4, "text-anchor": "end" }, short(v))]),
    svg("text", { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 6, "text-anchor": "middle" }, xTitle),
    svg("text", { x: 13, y: (TOP + HEIGHT - BOTTOM) / 2, "text-anchor": "middle",
      transform: "rotate(-90 13 " + (TOP + HEIGHT - BOTTOM) / 2 + ")" }, yTitle),
  ];
}

/** How many tasks are solved rightly within which time: each run's times in order. */
function quantilePlot(runs) {
  const series = runs.map((run) => ({ ...run, times: run.rows.filter((r) => r.category === "correct")
    .map((r) => Math.max(r.cpu_seconds || r.wall_seconds || 0, 0.01)).sort((a, b) => a - b) }));
  const most = Math.max(1, ...series.flatMap((s) => s.times.slice(-1))) * 1.2, count = Math.max(1, ...series.map((s) => s.times.length));
  const x = (n) => LEFT + (WIDTH - LEFT - RIGHT) * n / count, y = logScale(0.01, most, HEIGHT - BOTTOM, TOP);
  const step = 10 ** Math.floor(Math.log10(count)) * (count / 10 ** Math.floor(Math.log10(count)) < 3 ? 0.5 : 1);
  const ticks = [];
  for (let n = 0; n <= count; n += Math.max(1, Math.round(step))) ticks.push(n);
  return el("figure", { class: "keep" }, el("figcaption", {}, "Correct results by processor time ",
    el("span", { class: "soft key" }, series.map((s, i) => [el("i", { class: i ? "two" : "" }), s.name + " (" + s.times.length + ")  "]))),
  svg("svg", { class: "plot", viewBox: "0 0 " + WIDTH + " " + HEIGHT, role: "img", "aria-label":
    "quantile plot: " + series.map((s) => s.name + " has " + s.times.length + " correct results").join(", ") },
  axes(ticks, tens(0.01, most), x, y, "correct results", "seconds of the processor"),
  series.map((s, i) => s.times.length && svg("path", { class: i ? "two" : "one",
    d: s.times.map((t, n) => (n ? "L" : "M") + x(n + 1).toFixed(1) + " " + y(t).toFixed(1)).join("") }))));
}

/** Each task's time then and now. */
function scatterPlot(pairs, names) {
  const all = pairs.flatMap((p) => [p.before.cpu_seconds || 0, p.now.cpu_seconds || 0]);
  const most = Math.max(1, ...all) * 1.2;
  const x = logScale(0.01, most, LEFT, WIDTH - RIGHT), y = logScale(0.01, most, HEIGHT - BOTTOM, TOP), ticks = tens(0.01, most);
  return el("figure", { class: "keep" }, el("figcaption", {}, "Processor time of each task, then and now ",
    el("span", { class: "soft" }, "below the line: faster now; red: the category changed")),
  svg("svg", { class: "plot", viewBox: "0 0 " + WIDTH + " " + HEIGHT, role: "img", "aria-label": "times of " + pairs.length + " tasks then and now" },
    axes(ticks, ticks, x, y, names[1] + ", seconds", names[0] + ", seconds"),
    svg("line", { class: "grid", x1: x(0.01), y1: y(0.01), x2: x(most), y2: y(most) }),
    pairs.slice(0, 5000).map((p) => svg("circle", { cx: x(p.before.cpu_seconds || 0.01), cy: y(p.now.cpu_seconds || 0.01), r: 3.5,
      class: p.before.category === p.now.category ? "" : "bad" }, svg("title", {}, p.now.task)))));
}
