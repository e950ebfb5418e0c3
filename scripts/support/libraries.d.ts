interface Library {
  name: string;
  /** Folder of `libs/` that contains the library; it determines the imports that the library may have. */
  floor: string;
  /** Path from the root of the checkout. */
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
