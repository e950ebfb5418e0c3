import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const dockerfile = readFileSync(join(__dirname, '../Dockerfile'), 'utf8');
const final = dockerfile.slice(dockerfile.lastIndexOf('FROM '));

test('the image holds only what scripts/build image laid out', () => {
  expect(dockerfile).toMatch(/^RUN scripts\/build image \/image$/m);
  expect(final.match(/^COPY .*$/gm)).toEqual(['COPY --from=build /image ./']);
});

test('the container runs as an unprivileged user and reports its health', () => {
  expect(final).toMatch(/^USER node$/m);
  expect(final).toMatch(/^HEALTHCHECK .*[^]*health\/ready/m);
});
