//! A repository as large as those of companies, of the kinds of files that they have. It speaks of databases and
//! migrations as such repositories do, and has no route to DDL.

use crate::failure::{At, Failure};
use std::{fs, path::Path};

/// About the bytes of a file.
const BYTES: usize = 20_000;
/// In one directory.
const FILES: usize = 100;

/// A kind of file: how its name ends, and paragraphs that follow each other in any order. `NUMBER` is another one each
/// time.
struct Kind {
    extension: &'static str,
    paragraphs: [&'static str; 4],
}

const KINDS: [Kind; 6] = [
    Kind {
        extension: "ts",
        paragraphs: [
            "export function orderNUMBER(id: number): Order {\n  const found = orders.get(id) ?? NUMBER;\n  return { ...found, total: found.total + NUMBER };\n}\n",
            "// The schema of an order is validated before it is stored.\nconst schemaNUMBER = z.object({ id: z.number(), name: z.string().max(NUMBER) });\n",
            "export const rowsNUMBER = await sql`SELECT id, name FROM orders WHERE total > ${NUMBER} ORDER BY id`;\n",
            "describe('orders NUMBER', () => {\n  it('adds up', () => expect(sum([NUMBER, 1])).toBe(NUMBER + 1));\n});\n",
        ],
    },
    Kind {
        extension: "py",
        paragraphs: [
            "def order_NUMBER(rows):\n    \"\"\"The rows whose total is larger.\"\"\"\n    return [row for row in rows if row.total > NUMBER]\n\n",
            "# Created once and kept: the pool outlives requests.\nPOOL_NUMBER = Pool(size=NUMBER % 20)\n\n",
            "class OrderNUMBER(Base):\n    limit = NUMBER\n\n    def total(self):\n        return sum(line.price for line in self.lines) + NUMBER\n\n",
            "ROWS_NUMBER = connection.execute(\"SELECT count(*) FROM orders WHERE id < %s\", [NUMBER])\n\n",
        ],
    },
    Kind {
        extension: "go",
        paragraphs: [
            "func orderNUMBER(ctx context.Context, id int) (Order, error) {\n\tif id > NUMBER {\n\t\treturn Order{}, ErrNotFound\n\t}\n\treturn load(ctx, id)\n}\n\n",
            "// limitNUMBER is how many orders one page has.\nconst limitNUMBER = NUMBER\n\n",
            "type OrderNUMBER struct {\n\tID    int\n\tTotal int64 // in cents, below NUMBER\n}\n\n",
            "var queryNUMBER = `SELECT id FROM orders WHERE total > NUMBER`\n\n",
        ],
    },
    Kind {
        extension: "md",
        paragraphs: [
            "## Orders NUMBER\n\nAn order has lines, and a total that is their sum. A page shows NUMBER of them.\n\n",
            "A migration is an entry of the bundle. The runner applies it; nothing else does.\n\n",
            "| field | meaning |\n| --- | --- |\n| id | NUMBER |\n| total | in cents |\n\n",
            "```ts\nconst order = await load(NUMBER);\n```\n\nWhat is shown is what is stored.\n\n",
        ],
    },
    Kind {
        extension: "yaml",
        paragraphs: [
            "---\nkind: ConfigMap\nmetadata:\n  name: orders-NUMBER\ndata:\n  page: \"NUMBER\"\n",
            "---\nkind: Service\nmetadata:\n  name: service-NUMBER\nspec:\n  ports:\n    - port: 80\n",
            "---\nkind: HorizontalPodAutoscaler\nmetadata:\n  name: scale-NUMBER\nspec:\n  maxReplicas: NUMBER\n",
            "---\n# What an order is made from.\nkind: ConfigMap\nmetadata:\n  name: lines-NUMBER\n",
        ],
    },
    Kind {
        extension: "json",
        paragraphs: [
            "{\"id\": NUMBER, \"name\": \"order NUMBER\", \"lines\": [1, 2, 3]}\n",
            "{\"id\": NUMBER, \"schema\": \"orders\", \"total\": NUMBER}\n",
            "{\"id\": NUMBER, \"created\": \"2026-01-01\", \"tags\": [\"a\", \"b\"]}\n",
            "{\"id\": NUMBER, \"note\": \"paid with card NUMBER\"}\n",
        ],
    },
];

/// Writes so many files below a new directory, the same each time, and gives their bytes.
pub(super) fn write(root: &Path, files: usize) -> Result<usize, Failure> {
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut bytes = 0;
    for (number, kind) in (0..files).zip(KINDS.iter().cycle()) {
        let directory = root.join(format!("part-{}", number / FILES));
        fs::create_dir_all(&directory).at("make", &directory)?;
        let path = directory.join(format!("file-{number}.{}", kind.extension));
        let mut text = String::with_capacity(BYTES + 1_000);
        while text.len() < BYTES {
            // Xorshift: Marsaglia, Journal of Statistical Software 8 (2003).
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let [choice, ..] = random.to_le_bytes();
            let paragraph = kind.paragraphs[usize::from(choice) % kind.paragraphs.len()];
            text.push_str(&paragraph.replace("NUMBER", &(random % 100_000).to_string()));
        }
        bytes += text.len();
        fs::write(&path, text).at("write", &path)?;
    }
    Ok(bytes)
}
