import type { Linter } from 'eslint';

declare const boundaries: Linter.Config[];
export = boundaries;
