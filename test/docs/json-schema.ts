/** JSON Schemas of what other programs read. */

export const string = { type: 'string', minLength: 1 };

export const list = (items: object) => ({ type: 'array', items, minItems: 1 });

/** An object with these keys and no others. */
export const object = (properties: Record<string, object>) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});
