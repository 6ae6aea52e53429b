import Bytes
import Services
import TestSupport
import Testing

@testable import Exporting

extension GivenVault {
  /// The site's files, by path.
  func site(_ name: String = "site") async throws -> [String: String] {
    try await export(.html, to: name)
    return files(in: name)
  }

  func files(in folder: String) -> [String: String] {
    var files: [String: String] = [:]
    for name in out.names(in: folder) {
      let path = "\(folder)/\(name)"
      if let text = out.text(path) {
        files[name] = text
      } else {
        for (inner, text) in self.files(in: path) { files["\(name)/\(inner)"] = text }
      }
    }
    return files
  }
}

/// The values of an attribute, unescaped.
func values(of name: String, in html: String) -> [String] {
  html.split(separator: " \(name)=\"").dropFirst().map { part in
    String(part.prefix { $0 != "\"" }).replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }
}

/// The number of links of a site; each must lead to an existing file and id.
func followedLinks(in files: [String: String]) -> Int {
  var ids: [String: Set<String>] = [:]
  for (path, html) in files where path.hasSuffix(".html") {
    let all = values(of: "id", in: html)
    #expect(Set(all).count == all.count, "ids of \(path) are one each")
    ids[path] = Set(all)
  }
  var count = 0
  for (path, html) in files where path.hasSuffix(".html") {
    for address in values(of: "href", in: html) + values(of: "src", in: html) {
      // A link to another site.
      if address.contains(":") { continue }
      let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      var target = path.split(separator: "/").dropLast().map(String.init)
      for step in parts[0].split(separator: "/") {
        if step == ".." {
          target.removeLast()
        } else {
          target.append(Percent.decodedAsWritten(String(step)))
        }
      }
      let file = parts[0].isEmpty ? path : target.joined(separator: "/")
      #expect(files[file] != nil, "\(address) of \(path)")
      if parts.count > 1 {
        let id = Percent.decodedAsWritten(String(parts[1]))
        #expect(ids[file]?.contains(id) == true, "\(address) of \(path)")
      }
      count += 1
    }
  }
  return count
}

/// Text that would run something or break a page if it were more than text.
let hostileTexts = [
  "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))", "[x](&#106;avascript:alert(1))", "[x](java%73cript:alert(1))",
  "[x](data:text/html,<script>alert(1)</script>)",
  "![x](data:image/svg+xml,<svg/onload=alert(1)>)",
  "[x](vbscript:x)", "[x](file:///etc/passwd)", "<javascript:alert(1)>",
  "![x\" onerror=\"alert(1)](https://e.org/a.png)", "[x](https://e.org/\" onclick=\"alert(1))",
  "[[Plan|<img src=x onerror=alert(1)>]]", "[[javascript:alert(1)]]",
  "![[javascript:alert(1)]]",
  "```\"><script>alert(1)</script>\nx\n```", "> [!\"><script>alert(1)</script>] x",
  "$</code><script>alert(1)</script>$", "# <svg onload=alert(1)>", "- [<] <b onclick=alert(1)>",
  "[^\"><script>]: x\n\nsee [^\"><script>]", "| <script>alert(1)</script> |\n|---|\n| a |",
  "^[<script>alert(1)</script>]", "==<script>==", "<!-- --!><script>alert(1)</script>",
  "[r]: javascript:alert(1)\n\n[r]", "![[p.png|\" onload=\"alert(1)]]",
  "\u{1}0\u{2} \u{1}99\u{2}",
  "<details open ontoggle=alert(1)>\n<summary onclick=\"alert(1)\">x</summary>\n</details>",
  "<table>\n<tr><td onclick=\"alert(1)\">x</td></tr>\n</table>",
  "<table>\n<tr><td><a href=\"&#106;avascript:alert(1)\">x</a></td></tr>\n</table>",
  "<table>\n<tr><td><img src=\"data:image/svg+xml,<svg/onload=alert(1)>\" alt=\"x\"></td></tr>\n</table>",
  "<u><kbd onclick=\"alert(1)\">x</kbd></b></u></article></main>",
  "<details>\n\n> <u>x\n\n</details></main>", "```mermaid\nclick A \"javascript:alert(1)\"\n```",
  "```dataview\nLIST \"<script>alert(1)</script>\"\n```",
  "```query\n<img src=x onerror=alert(1)>\n```",
  "```base\nviews: [{type: table, name: \"<script>\"}]\n```", "![[p.png|9\" onload=\"alert(1)]]",
  "<a href=\"javascript:alert(1)\">x</a>", "\u{0}\u{8}\u{b}\u{1b}[31m",
]
