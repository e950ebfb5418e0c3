interface Bundle {
  outputs: Record<string, { imports: { path: string; external?: boolean }[] }>;
}

/** @returns a sentence for each package in the wrong part of package.json */
export declare function misplacedPackages(
  metafile: Bundle,
  manifest: { dependencies: Record<string, string> },
): string[];
