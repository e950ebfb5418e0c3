import { harmlessFileName } from './file-name';

test.each([
  ['invoice.pdf', 'invoice.pdf'],
  ['Rechnung Zürich 🐈.pdf', 'Rechnung Zürich 🐈.pdf'],
  // Programs that apply the override show this name as `invoiceexe.pdf`.
  ['invoice\u202efdp.exe', 'invoicefdp.exe_'],
  ['run.EXE', 'run.EXE_'],
  ['run.exe. . ', 'run.exe_'],
  ['photo.jpg.js', 'photo.jpg.js_'],
  ['../../etc/passwd', 'etcpasswd'],
  ['C:\\temp\\a.txt', 'C:tempa.txt'],
  ['a\u0000b\r\nc.txt', 'a\ufffdb c.txt'],
  ['.bashrc', 'bashrc'],
  [`${'x'.repeat(500)}.scr`, `${'x'.repeat(195)}.scr_`],
  [' \u202e ', undefined],
  [undefined, undefined],
])('saves %j as %j', (name, saved) => {
  expect(harmlessFileName(name)).toBe(saved);
});
