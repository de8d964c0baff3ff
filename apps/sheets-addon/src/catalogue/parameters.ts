import type { Parameter } from './sheet-function.ts';

export const oneWebsite: Parameter = {
  name: 'website',
  text: 'A website of your team: its id, domain or name, or a cell that holds one.',
};

export const websiteOrRange: Parameter = {
  name: 'website',
  text: 'A website of your team (id, domain or name), or a range of them: a range gives one result per row and asks for each website once.',
};

export const headersOnly: Parameter = {
  name: 'options',
  text: 'Optional. Text: "headers=no" leaves the first row out.',
};
