// What makes the console pleasanter with a keyboard and without a network; every page works without it.
// Events are delegated from the body, data is read from data-* attributes, nothing inline.

const body = document.body;
const problem = () => document.getElementById("problem");

function showProblem(text) {
  const notice = document.createElement("p");
  notice.className = "notice notice--bad";
  notice.setAttribute("role", "alert");
  notice.textContent = text;
  problem()?.replaceChildren(notice);
}

body.addEventListener("htmx:sendError", () => showProblem(body.dataset.offline));
body.addEventListener("htmx:timeout", () => showProblem(body.dataset.timeout));
// A new request clears the last problem, unless it comes from a form inside of it.
body.addEventListener("htmx:beforeRequest", (event) => {
  if (!problem()?.contains(event.detail.elt)) problem()?.replaceChildren();
});

// A swap that takes the focused element away gives the focus to what asks for it, or to the new block itself.
body.addEventListener("htmx:afterSettle", (event) => {
  if (document.activeElement !== body) return;
  const target = document.getElementById(event.detail.target?.id) ?? event.detail.elt;
  const wanted = target?.querySelector("[data-focus], [aria-invalid=true]") ?? target;
  if (!wanted || event.detail.requestConfig?.triggeringEvent?.type === "load") return;
  if (!wanted.matches("a[href], button, input, select, textarea, summary")) wanted.tabIndex = -1;
  wanted.focus({ preventScroll: wanted === target });
});

// Signing in again in place gives the page a new token; forms that were open keep their text and can be sent.
body.addEventListener("csrf-renewed", (event) => {
  const token = event.detail.value;
  body.setAttribute("hx-headers", JSON.stringify({ "x-csrftoken": token }));
  document.querySelectorAll("input[name=csrfmiddlewaretoken]").forEach((input) => { input.value = token; });
});

// Menus close with Escape and by a click outside.
body.addEventListener("keydown", (event) => {
  if (event.code !== "Escape" || event.isComposing) return;
  const menu = event.target.closest("details[data-menu][open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
body.addEventListener("click", (event) => {
  document.querySelectorAll("details[data-menu][open]").forEach((menu) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
});

// Enter makes a new line and ends a syllable; with Ctrl or Cmd it sends the form.
body.addEventListener("keydown", (event) => {
  if (event.code !== "Enter" || event.isComposing || !(event.ctrlKey || event.metaKey)) return;
  if (!event.target.matches("textarea[data-send]")) return;
  event.preventDefault();
  event.target.form.requestSubmit();
});

// A folder can be given where the browser takes one; the paths of its files go with it, as their names say too little.
const offerFolders = (root) => {
  root.querySelectorAll?.("[data-folder]").forEach((part) => {
    if ("webkitdirectory" in HTMLInputElement.prototype) part.hidden = false;
  });
};
offerFolders(document);
body.addEventListener("htmx:afterSwap", () => offerFolders(document));
body.addEventListener("change", (event) => {
  const part = event.target.closest?.("[data-folder]");
  const paths = part?.querySelector("input[name=paths]");
  if (paths) paths.value = JSON.stringify([...event.target.files].map((file) => file.webkitRelativePath || file.name));
});

// A form that is on its way is not sent twice by hand; Back brings its button back.
body.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-once]") || form.hasAttribute("hx-post")) return;
  setTimeout(() => form.querySelectorAll("button:not([type=button])").forEach((button) => { button.disabled = true; }));
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted) document.querySelectorAll("form[data-once] button").forEach((button) => { button.disabled = false; });
});

// Going from run to run takes the place of the run in the history, so that Back leads to the list, where it was left.
body.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-replace]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  location.replace(link.href);
});

// Single keys press the control that draws them. They go by place on the keyboard: a Hangul layout types ㅓ on J. They
// rest while somebody types or composes, while a dialog is open, and until what was pressed has been answered. A page
// draws no keys for who has turned them off.
const TYPING = "input, textarea, select, [contenteditable]";
let waiting = 0;
let leaving = false;
body.addEventListener("htmx:beforeRequest", () => { waiting += 1; });
body.addEventListener("htmx:afterRequest", () => { waiting = Math.max(0, waiting - 1); });
window.addEventListener("pageshow", () => { leaving = false; waiting = 0; });
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.keyCode === 229 || event.repeat) return;
  if (waiting || leaving || event.target.closest?.(TYPING) || document.querySelector("dialog[open]")) return;
  const control = document.querySelector(`[data-key="${CSS.escape(event.code)}"]:not([disabled])`);
  if (!control) return;
  event.preventDefault();
  leaving = control.matches("a[href]");
  control.click();
});
