// Ends with 1 and the reasons on standard error unless the file of the first argument is a SARIF log.
const fs = require("node:fs");
const Ajv = require("ajv");
const schema = require("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");

// The schema is written in the language of draft 4.
const ajv = new Ajv({ allErrors: true, schemaId: "id" });
ajv.addMetaSchema(require("ajv/lib/refs/json-schema-draft-04.json"));
const validate = ajv.compile(schema);
if (!validate(JSON.parse(fs.readFileSync(process.argv[1], "utf8")))) {
  for (const error of validate.errors) console.error(`${error.dataPath} ${error.message}`);
  process.exit(1);
}
