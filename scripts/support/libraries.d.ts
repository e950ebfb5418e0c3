interface Library {
  name: string;
  /** The folder of `libs/` that holds it: what it may import follows from it. */
  floor: string;
  /** From the root of the checkout. */
  folder: string;
}

interface ViteAlias {
  find: RegExp;
  replacement: string;
}

export declare const libraries: Library[];
export declare function namesOf(floor: string): string[];
export declare function jestAliases(): Record<string, string>;
export declare function viteAliases(): ViteAlias[];
export declare function writeTypeScriptPaths(): void;
