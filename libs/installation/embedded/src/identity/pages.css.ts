/**
 * Style sheet of the sign-in pages, with the web client's colours and sizes, and without references to external
 * files.
 */
export const pagesCss = `
:root {
  color-scheme: light dark;
  --surface: #fff; --rail: #f6f6f7; --text: #1b1c1f; --dim: #5f636b; --line: #e2e3e7; --edge: #8b8f98;
  --accent: #3b4fd8; --accent-strong: #3041b8; --tint: #eceefb; --red: #c92a2a; --red-tint: #fdeeee;
}
@media (prefers-color-scheme: dark) {
  :root {
    --surface: #17181b; --rail: #111214; --text: #e6e7ea; --dim: #9da1a9; --line: #2b2d32; --edge: #70747d;
    --accent: #8f9dff; --accent-strong: #a9b4ff; --tint: #262a45; --red: #ff8787; --red-tint: #3a1f22;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; grid-template-columns: minmax(0, 1fr);
  place-items: center; padding: 24px 16px;
  background: var(--rail); color: var(--text);
  font: 400 14px/1.5 "Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main { width: 100%; max-width: 400px; }
.brand { display: flex; align-items: center; justify-content: center; gap: 10px; margin: 0 0 20px; font-size: 18px; font-weight: 600; }
.brand svg { width: 32px; height: 32px; flex: none; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 28px; }
.card + .card { margin-top: 12px; padding: 20px 16px 12px; }
h1 { margin: 0; font-size: 20px; line-height: 1.3; font-weight: 600; }
h2 { margin: 0 12px; font-size: 13px; font-weight: 600; }
.rule { margin: 6px 0 0; color: var(--dim); font-size: 12px; }
.lead { margin: 4px 0 20px; color: var(--dim); }
label { display: block; margin: 16px 0 6px; font-size: 13px; font-weight: 600; }
input {
  width: 100%; height: 40px; padding: 0 12px; font: inherit; font-size: 16px; color: inherit;
  background: var(--surface); border: 1px solid var(--edge); border-radius: 6px;
}
input[aria-invalid="true"] { border-color: var(--red); }
button, .button {
  display: block; width: 100%; height: 40px; margin-top: 24px; padding: 0 16px; border: 0; border-radius: 6px;
  background: #3b4fd8; color: #fff; font: inherit; font-weight: 600; line-height: 40px; text-align: center;
  text-decoration: none; cursor: pointer; transition: background 120ms;
}
button:hover, .button:hover { background: #3041b8; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.error { margin: 0 0 4px; padding: 10px 12px; border-radius: 6px; background: var(--red-tint); color: var(--red); }
.hint { margin: 2px 12px 8px; font-size: 13px; color: var(--dim); }
code { padding: 1px 5px; border-radius: 4px; background: var(--tint); color: var(--text); font: 13px ui-monospace, monospace; }
h3 { margin: 12px 12px 4px; font-size: 12px; font-weight: 600; color: var(--dim); }
ul { list-style: none; margin: 0; padding: 0; }
li a {
  display: flex; align-items: center; gap: 12px; min-height: 44px; padding: 6px 12px; border-radius: 6px;
  color: inherit; text-decoration: none; transition: background 120ms;
}
li a:hover, li a[aria-current="true"] { background: var(--tint); }
.face {
  width: 28px; height: 28px; flex: none; display: grid; place-items: center; border-radius: 50%;
  background: var(--tint); color: var(--accent); font-size: 12px; font-weight: 600;
}
li a:hover .face, li a[aria-current="true"] .face { background: var(--surface); }
.who { min-width: 0; flex: 1; line-height: 1.3; }
.who span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.who .address { font-size: 12px; color: var(--dim); }
.role { font-size: 12px; color: var(--dim); }
@media (max-width: 400px) { .card { padding: 20px; } .card + .card { padding: 16px 8px 8px; } }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;
