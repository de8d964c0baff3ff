export declare function describeEntries(root: string, project: string): Record<string, string>;
