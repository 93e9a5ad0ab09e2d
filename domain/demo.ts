/**
 * The demo company that visitors of the landing page share (`DEMO=true`). No other company ever has this id. Visitors may
 * read and check in, nothing more: see `demo` in contract/endpoint.ts.
 */
export const SHARED_DEMO_COMPANY_ID = '019a0000-0000-7000-8000-0000000de300';
