/** The endpoints of the specification (§4), by the last part of their path. */
export type Endpoint = 'websites' | 'analytics' | 'citations' | 'competitors' | 'authority';
