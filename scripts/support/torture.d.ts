/** The page with the table of all runs brought up to date; what stands outside its markers stays. */
export declare function updatePage(page: string, runs: object[][]): string;
