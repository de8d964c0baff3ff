/** The two forms of the specification that disagree in places (specification, opening section). */
export type Form = 1 | 2;
