import { contentTypeOf, dispositionOf } from './disposition';

test('shows an image inline on request and saves every other type', () => {
  expect(dispositionOf({ contentType: 'image/png', inline: true })).toBe('inline');
  expect(dispositionOf({ contentType: 'audio/ogg; codecs=opus', inline: true })).toBe('inline');
  expect(dispositionOf({ contentType: 'image/png', inline: false })).toBe('attachment');
  for (const contentType of ['text/html', 'image/svg+xml', 'application/pdf', 'text/plain', '']) {
    expect(dispositionOf({ contentType, inline: true })).toBe('attachment');
  }
});

test('keeps a file name within its header', () => {
  const disposition = dispositionOf({
    contentType: 'image/png',
    fileName: '../a"b\r\nX: y\\\u0000\ud800’(é).png',
    inline: false,
  });
  expect(disposition).toBe(
    `attachment; filename="a_b X: y___(_).png"; filename*=UTF-8''a%22b%20X%3A%20y%EF%BF%BD%EF%BF%BD%E2%80%99%28%C3%A9%29.png`,
  );
});

test('replaces a type that is invalid in a header by application/octet-stream', () => {
  expect(contentTypeOf({ contentType: 'text/html\r\nX: y', inline: false })).toBe('application/octet-stream');
  expect(contentTypeOf({ contentType: 'rubbish', inline: false })).toBe('application/octet-stream');
  expect(contentTypeOf({ contentType: 'Image/PNG', inline: false })).toBe('image/png');
});

test('saves an executable file under a name that no system runs', () => {
  const file = { contentType: 'application/octet-stream', fileName: 'invoice\u202efdp.exe', inline: false };
  expect(dispositionOf(file)).toContain('filename="invoicefdp.exe_"');
});
