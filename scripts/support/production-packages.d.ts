interface Bundle {
  outputs: Record<string, { imports: { path: string; external?: boolean }[] }>;
}

/** One sentence for each package that stands in the wrong part of package.json. */
export declare function misplacedPackages(
  metafile: Bundle,
  manifest: { dependencies: Record<string, string> },
): string[];
