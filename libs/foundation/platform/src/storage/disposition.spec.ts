import { contentTypeOf, dispositionOf } from './disposition';

test('a picture that is asked for in place is shown, everything else is saved', () => {
  expect(dispositionOf({ contentType: 'image/png', inline: true })).toBe('inline');
  expect(dispositionOf({ contentType: 'audio/ogg; codecs=opus', inline: true })).toBe('inline');
  expect(dispositionOf({ contentType: 'image/png', inline: false })).toBe('attachment');
  for (const contentType of ['text/html', 'image/svg+xml', 'application/pdf', 'text/plain', '']) {
    expect(dispositionOf({ contentType, inline: true })).toBe('attachment');
  }
});

test('a name cannot break out of its header', () => {
  const disposition = dispositionOf({
    contentType: 'image/png',
    fileName: '../a"b\r\nX: y\\\u0000\ud800’(é).png',
    inline: false,
  });
  expect(disposition).toBe(
    `attachment; filename="a_b X: y___(_).png"; filename*=UTF-8''a%22b%20X%3A%20y%EF%BF%BD%EF%BF%BD%E2%80%99%28%C3%A9%29.png`,
  );
});

test('a type that no header can say is bytes', () => {
  expect(contentTypeOf({ contentType: 'text/html\r\nX: y', inline: false })).toBe('application/octet-stream');
  expect(contentTypeOf({ contentType: 'rubbish', inline: false })).toBe('application/octet-stream');
  expect(contentTypeOf({ contentType: 'Image/PNG', inline: false })).toBe('image/png');
});

test('what a system would run is saved under a name that it does not run', () => {
  const file = { contentType: 'application/octet-stream', fileName: 'invoice\u202efdp.exe', inline: false };
  expect(dispositionOf(file)).toContain('filename="invoicefdp.exe_"');
});
