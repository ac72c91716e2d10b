// Filters hide rows; links open what they lead to; a choice shows one figure.
for (const form of document.querySelectorAll("form.filter")) {
  const rows = [...document.getElementById(form.dataset.table).tBodies[0].rows];
  const [text, failing] = form.elements;
  const output = form.querySelector("output");
  const apply = () => {
    const words = text.value.toLowerCase().split(/\s+/);
    for (const row of rows) {
      const named = words.every((word) => row.dataset.key.toLowerCase().includes(word));
      row.hidden = !named || (failing.checked && row.dataset.fails === undefined);
    }
    output.value = `${rows.filter((row) => !row.hidden).length} of ${rows.length} rows`;
  };
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
}

const choice = document.getElementById("choice");
const figures = [...document.querySelectorAll("figure.where")];
const show = (id) => figures.forEach((figure) => { figure.hidden = figure.id !== id; });
if (choice) {
  choice.addEventListener("change", () => show(choice.value));
  show(choice.value);
}

const follow = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (figures.includes(target)) {
    choice.value = target.id;
    show(target.id);
  }
  for (let part = target; part; part = part.parentElement) {
    if (part.tagName === "DETAILS") part.open = true;
    if (part.tagName === "TR") part.hidden = false;
  }
  target.scrollIntoView();
};
window.addEventListener("hashchange", follow);
follow();
