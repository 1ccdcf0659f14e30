// Shows the values of the page; of a page that is served, asks for them until there are no newer ones.
(() => {
  const page = document.getElementById("page");
  const values = JSON.parse(document.getElementById("values").textContent);
  const show = values.kind === "suite" ? showSuite : showRun;
  if (!values.live) {
    page.replaceChildren(...show(values));
    document.documentElement.dataset.ready = "yes";
    return;
  }
  let last = "", missed = 0;
  const said = el("p", { class: "soft", role: "status" }, "Waiting for the run …");
  page.replaceChildren(said);
  async function look() {
    let again = true;
    try {
      const answer = await fetch(values.live, { headers: last ? { "If-None-Match": last } : {} });
      missed = 0;
      if (answer.status === 200) {
        last = answer.headers.get("ETag") || "";
        const found = await answer.json();
        again = Boolean(found.progress) || found.running === true;
        const at = scrollY;
        page.replaceChildren(...show(found));
        scrollTo(0, at);
        document.documentElement.dataset.ready = again ? "live" : "yes";
      } else if (answer.status !== 304) throw new Error("status " + answer.status);
    } catch {
      missed += 1;
      if (missed > 5) {
        page.prepend(el("p", { class: "bad", role: "alert" }, "The server does not answer any more."));
        return;
      }
    }
    if (again) setTimeout(look, 1000);
  }
  look();
})();
