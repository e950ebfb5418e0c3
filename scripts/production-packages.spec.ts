import { misplacedPackages } from './support/production-packages';

const bundleOf = (...paths: string[]) => ({
  outputs: { 'main.js': { imports: paths.map((path) => ({ path, external: true })) } },
});

test('reports a package that a bundle imports and the image would lack', () => {
  const bundle = bundleOf('smtp-server', '@nestjs/common/enums', 'node:fs', 'fs/promises');
  expect(misplacedPackages(bundle, { dependencies: { '@nestjs/common': '11.0.0' } })).toEqual([
    'The server imports smtp-server: move it to dependencies in package.json.',
  ]);
});

test('reports a package that no bundle imports and every image would contain', () => {
  expect(misplacedPackages(bundleOf('pg'), { dependencies: { pg: '8.0.0', react: '19.0.0' } })).toEqual([
    'The server does not import react: move it to devDependencies in package.json.',
  ]);
});

test('accepts packages that other packages load by name', () => {
  expect(misplacedPackages(bundleOf(), { dependencies: { 'google-protobuf': '3.0.0' } })).toEqual([]);
});
