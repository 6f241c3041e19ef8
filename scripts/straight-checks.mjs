/**
 * Schemas of zod to functions that say yes or no, as TypeScript: no library to load, nothing copied. A function says yes
 * only where the schema does and would give back the value as it is; a schema with another kind of part is refused here.
 */

/**
 * Takes `{ schemas: { name: schema }, from: { name: module }, keys: { NAME: schema of an object }, head }`; gives the text
 * of a module with a function `isName` for each schema and a list for each of `keys`. Throws on what it cannot say.
 */
export function straightChecks({ schemas, from, keys = {}, head }) {
  const written = new Writing();
  const exported = Object.entries(schemas).map(([name, schema]) => {
    const check = written.check(schema, name);
    const type = `z.infer<typeof import(${JSON.stringify(from[name])}).${name}>`;
    return `export function is${capital(name)}(value: unknown): value is ${type} { return ${check('value')}; }`;
  });
  const lists = Object.entries(keys).map(([name, schema]) => {
    return `export const ${name} = ${JSON.stringify(Object.keys(schema._zod.def.shape))} as const;`;
  });
  return [head, "import type * as z from 'zod';", ...lists, ...exported, ...written.functions].join('\n\n');
}

/** A check is a function from an expression to one that is true where its value fits. */
class Writing {
  functions = [];
  #names = new Map();
  #taken = new Set();

  check(schema, hint) {
    const { def } = schema._zod;
    refuseUnless(def.coerce !== true && def.in === undefined, 'a schema that changes its value');
    switch (def.type) {
      case 'string':
        return this.#text(def, hint);
      case 'number':
        return this.#number(def, hint);
      case 'boolean':
        return plain(def, (value) => `typeof ${value} === 'boolean'`);
      case 'literal':
        return plain(def, this.#oneOf(def.values, hint));
      case 'enum':
        return plain(def, this.#oneOf([...schema._zod.values], hint));
      case 'nullable':
        return plain(def, this.#either([def.innerType], ['null'], hint));
      case 'optional':
        return plain(def, this.#optional(def, hint));
      case 'union':
        refuseUnless(def.inclusive !== false, 'a union of which one option alone may fit');
        return plain(def, this.#either(def.options, [], hint));
      case 'array':
        return this.#list(def, hint);
      case 'object':
        return plain(def, this.#object(def, hint));
      case 'record':
        return plain(def, this.#record(def, hint));
      default:
        throw new Error(`no straight check is known for a schema of type ${def.type}`);
    }
  }

  #text(def, hint) {
    const conditions = checksOf(def).map((check) => {
      if (check.check === 'min_length') return (value) => `${value}.length >= ${check.minimum}`;
      const isPattern = check.check === 'string_format' && ['regex', 'cuid'].includes(check.format);
      refuseUnless(isPattern && !/[gy]/.test(check.pattern.flags), `a text with ${check.format ?? check.check}`);
      return (value) => `${check.pattern}.test(${value})`;
    });
    const all = [(value) => `typeof ${value} === 'string'`, ...conditions];
    if (conditions.length === 0) return all[0];
    const isFilled = conditions.length === 1 && conditions[0]('value') === 'value.length >= 1';
    return this.#function(isFilled ? 'filledText' : hint, `return ${all.map((is) => is('value')).join(' && ')};`);
  }

  #number(def, hint) {
    let isWhole = false;
    const conditions = checksOf(def).flatMap((check) => {
      const equal = check.inclusive ? '=' : '';
      if (check.check === 'greater_than') return [(value) => `${value} >${equal} ${check.value}`];
      if (check.check === 'less_than') return [(value) => `${value} <${equal} ${check.value}`];
      refuseUnless(
        check.check === 'number_format' && check.format === 'safeint',
        `a number with ${check.format ?? check.check}`,
      );
      isWhole = true;
      return [];
    });
    const all = [(value) => `Number.${isWhole ? 'isSafeInteger' : 'isFinite'}(${value})`, ...conditions];
    if (conditions.length === 0) return all[0];
    return this.#function(hint, `return ${all.map((is) => is('value')).join(' && ')};`);
  }

  #oneOf(values, hint) {
    for (const value of values) {
      const isExact = value === null || ['string', 'boolean'].includes(typeof value) || Number.isInteger(value);
      refuseUnless(isExact, `the literal ${String(value)}`);
    }
    const words = values.map((value) => JSON.stringify(value));
    if (words.length === 1) return (value) => `${value} === ${words[0]}`;
    const cases = words.map((word) => `case ${word}:`).join('\n');
    return this.#function(hint, `switch (value) {\n${cases}\nreturn true;\ndefault:\nreturn false;\n}`);
  }

  #optional({ innerType }, hint) {
    const inner = innerType._zod.def;
    if (inner.type !== 'nullable') return this.#either([innerType], ['undefined'], hint);
    plain(inner);
    return this.#either([inner.innerType], ['undefined', 'null'], hint);
  }

  #either(options, absent, hint) {
    const flat = options.flatMap(function flatten(option) {
      const { def } = option._zod;
      if (def.type !== 'union' || def.inclusive === false) return [option];
      plain(def);
      return def.options.flatMap(flatten);
    });
    const all = [
      ...absent.map((word) => `value === ${word}`),
      ...flat.map((option) => this.check(option, flat.length === 1 ? hint : partHint(option, hint))('value')),
    ];
    const words = flat.map((option) => wordOf(option, flat.length === 1 ? hint : partHint(option, hint)));
    if (absent.length > 0)
      words.push({ null: 'null', undefined: 'missing' }[absent.length === 2 ? 'undefined' : absent[0]]);
    if (absent.length === 2) words[words.length - 1] = 'nothing';
    return this.#function(words.map(capital).join('Or'), `return ${all.join(' || ')};`);
  }

  #list(def, hint) {
    const least = checksOf(def).map((check) => {
      refuseUnless(check.check === 'min_length', `a list with ${check.check}`);
      return ` || value.length < ${check.minimum}`;
    });
    const word = wordOf(def.element, hint);
    const element = this.check(def.element, hint)('value[index]');
    // By index, since a gap is an undefined member to the schema.
    return this.#function(
      `${word}List`,
      `if (!Array.isArray(value)${least.join('')}) return false;
       for (let index = 0; index < value.length; index++) { if (!(${element})) return false; }
       return true;`,
    );
  }

  #object({ shape, catchall }, hint) {
    refuseUnless(!Object.hasOwn(shape, '__proto__') && Object.getOwnPropertySymbols(shape).length === 0, 'such a key');
    const isLoose = catchall?._zod.def.type === 'unknown';
    refuseUnless(isLoose || catchall === undefined || catchall._zod.def.type === 'never', 'a type for all other keys');
    const names = Object.keys(shape);
    const members = names.map((name) => {
      refuseUnless(/^[A-Za-z_$][\w$]*$/.test(name), `the key ${name}`);
      return this.check(shape[name], name)(`value.${name}`);
    });
    // A schema that is not strict drops other keys, so the value is not what it gives.
    const others = `for (const key in value) {
      switch (key) { ${names.map((name) => `case '${name}':`).join('\n')} continue; default: return false; }
    }`;
    const strict = names.length === 0 ? 'for (const _ in value) return false;' : others;
    return this.#function(
      hint,
      `if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
       ${isLoose ? '' : strict}
       return ${members.join(' && ') || 'true'};`,
    );
  }

  #record(def, hint) {
    const isText = def.keyType._zod.def.type === 'string';
    refuseUnless(def.mode !== 'loose' && (isText || def.keyType._zod.def.type === 'enum'), 'such a record');
    const key = this.check(def.keyType, `${hint}Key`);
    const member = this.check(def.valueType, `${hint}Member`);
    // Of all keys of an enum each is there, unless the record is a partial one.
    if (!isText && !def.partial) {
      const names = [...def.keyType._zod.values];
      const others = `for (const key in value) { if (!(${key('key')})) return false; }`;
      const members = names.map((name) => member(`value[${JSON.stringify(name)}]`));
      return this.#function(
        hint,
        `if (!${this.#plainObject()('value')}) return false;\n${others}\nreturn ${members.join(' && ')};`,
      );
    }
    return this.#function(
      hint,
      `if (!${this.#plainObject()('value')}) return false;
       for (const key of Reflect.ownKeys(value)) {
         if (key === '__proto__' || !Object.prototype.propertyIsEnumerable.call(value, key)) continue;
         if (!(${key('key')}) || !(${member('value[key]')})) return false;
       }
       return true;`,
    );
  }

  /** What zod takes as a record: nothing of a class. */
  #plainObject() {
    return this.#function(
      'plainObject',
      `if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
       const made = value.constructor;
       if (typeof made !== 'function') return true;
       const { prototype } = made;
       return typeof prototype === 'object' && prototype !== null && !Array.isArray(prototype)
         && Object.hasOwn(prototype, 'isPrototypeOf');`,
    );
  }

  /** One function for each body, however many parts of the schemas have it. */
  #function(hint, body) {
    let name = this.#names.get(body);
    if (name === undefined) {
      const wanted = `fits${capital(hint)}`;
      name = wanted;
      for (let count = 2; this.#taken.has(name); count++) name = `${wanted}${count}`;
      this.#taken.add(name);
      this.#names.set(body, name);
      this.functions.push(`function ${name}(value: any): boolean {\n${body}\n}`);
    }
    return (value) => `${name}(${value})`;
  }
}

/** What a schema asks beyond its type: a format of its own, then what was added. */
function checksOf(def) {
  return [...(def.check === undefined ? [] : [def]), ...(def.checks ?? []).map((check) => check._zod.def)];
}

/** For types to which nothing can be added that we know. */
function plain(def, check) {
  refuseUnless(checksOf(def).length === 0, `a check of type ${checksOf(def)[0]?.check} on ${def.type}`);
  return check;
}

function wordOf({ _zod: { def } }, hint) {
  if (checksOf(def).length > 0) return hint;
  if (def.type === 'string') return 'text';
  return def.type === 'number' || def.type === 'boolean' ? def.type : hint;
}

/** An option of a union is called by its first key. */
function partHint({ _zod: { def } }, hint) {
  return def.type === 'object' ? (Object.keys(def.shape)[0] ?? hint) : hint;
}

function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function refuseUnless(holds, what) {
  if (!holds) throw new Error(`no straight check is known for ${what}`);
}
