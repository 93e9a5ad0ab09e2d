import * as z from 'zod/mini';
import { post } from './endpoint.ts';
import { empty } from './fields.ts';

export const demoEndpoints = {
  /**
   * Signs the caller in to the shared demo company, as its owner or as an employee, and ends their own session on this
   * device.
   */
  openDemo: post('/api/demo', 'public', {
    audit: 'demo.opened',
    body: z.object({ role: z.enum(['admin', 'employee'], 'invalid') }),
    response: empty,
    throws: ['not_found'],
  }),
};
