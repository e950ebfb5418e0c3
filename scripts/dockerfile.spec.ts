import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const dockerfile = readFileSync(join(__dirname, '../Dockerfile'), 'utf8');
const final = dockerfile.slice(dockerfile.lastIndexOf('FROM '));

test('copies only the output of scripts/build image into the image', () => {
  expect(dockerfile).toMatch(/^RUN scripts\/build image \/image$/m);
  expect(final.match(/^COPY .*$/gm)).toEqual(['COPY --from=build /image ./']);
});

test('runs the container as an unprivileged user and reports its health', () => {
  expect(final).toMatch(/^USER node$/m);
  expect(final).toMatch(/^HEALTHCHECK .*[^]*health\/ready/m);
});
