/**
 * Updates the table of all runs in a page, between its markers.
 * @returns the page
 */
export declare function updatePage(page: string, runs: object[][]): string;
