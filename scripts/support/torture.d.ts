/** @returns the page with the table of all runs updated; text outside the markers stays */
export declare function updatePage(page: string, runs: object[][]): string;
