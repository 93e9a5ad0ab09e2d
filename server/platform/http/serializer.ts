import type { FastifySerializerCompiler } from 'fastify';
import { ResponseSerializationError } from 'fastify-type-provider-zod';
import { $ZodObjectJIT, type $ZodType, type $ZodTypes, clone, safeParse } from 'zod/v4/core';

const compiled = new WeakMap<$ZodType, $ZodType>();

/**
 * The same schema for checking a response, several times faster: `zod/mini`, which the contract uses for its size in the
 * browser, reads objects field by field, where this generates the code for each object. A response is never given defaults.
 */
export function compileSchema(schema: $ZodType): $ZodType {
  const known = compiled.get(schema);
  if (known) return known;
  const made = rebuild(schema as $ZodTypes);
  compiled.set(schema, made);
  return made;
}

function rebuild(schema: $ZodTypes): $ZodType {
  const { def } = schema._zod;
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field]) => [name, compileSchema(field)]);
      return new $ZodObjectJIT({ ...def, shape: Object.fromEntries(fields) });
    }
    case 'array':
      return clone(schema, { ...def, element: compileSchema(def.element) } as never);
    case 'nullable':
    case 'optional':
      return clone(schema, { ...def, innerType: compileSchema(def.innerType) } as never);
    case 'default':
      return compileSchema(def.innerType);
    case 'union':
      return clone(schema, { ...def, options: def.options.map(compileSchema) } as never);
    // They turn requests into other values; nothing does so with responses.
    case 'pipe':
    case 'transform':
      throw new Error('A response cannot be transformed');
    default:
      return schema;
  }
}

/** Items of a list that are checked and written at a time: what was made for them is then given back at once. */
const itemsAtATime = 500;

/** Checks each response against its schema, drops fields that it does not have, and writes it as JSON. */
export const serializerCompiler: FastifySerializerCompiler<$ZodType> = ({ schema, method, url }) => {
  const response = compileSchema(schema);
  const write = (data: unknown) => {
    const { error, data: checked } = safeParse(response, data);
    if (error) throw new ResponseSerializationError(method, url, { cause: error as never });
    return JSON.stringify(checked);
  };
  return (data) => {
    if (!Array.isArray(data) || data.length <= itemsAtATime) return write(data);
    const parts: string[] = [];
    for (let from = 0; from < data.length; from += itemsAtATime) {
      parts.push(write(data.slice(from, from + itemsAtATime)).slice(1, -1));
    }
    return `[${parts.join(',')}]`;
  };
};
