/** Strings of a plan on one page. */
export const PLAN_PAGE = 50;
