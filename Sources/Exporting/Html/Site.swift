import Bytes
import Entities
import Markdown

/// The parts that all pages of a site share.
enum Site {
  static func escaped(_ text: some StringProtocol) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if let reference = HtmlText.reference(of: scalar) {
        escaped += reference
        continue
      }
      switch scalar {
      case _ where scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value): escaped += " "
      case _ where scalar.value & 0xfffe == 0xfffe: break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// `top`: the relative address of the site's top folder.
  static func head(title: String, top: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'self'; img-src 'self' data:; \
    base-uri 'none'; form-action 'none'" />
    <meta name="referrer" content="no-referrer" />
    <title>\(escaped(title).isEmpty ? "Note" : escaped(title))</title>
    <link rel="stylesheet" href="\(top)style.css" />
    <script src="\(top)site.js" defer="defer"></script>
    </head>
    <body>
    <nav data-top="\(top)"><a href="\(top)index.html">Notes</a> <a href="\(top)tags.html">Tags</a> \
    <a href="\(top)calendar.html">Calendar</a></nav>
    <main>

    """
  }

  static let foot = "</main>\n</body>\n</html>\n"

  /// Returns the names of the folders that a note is in.
  static func crumbs(of path: NotePath, on page: String) -> String {
    let folder = path.folder.text
    if folder.isEmpty { return "" }
    return
      "<p class=\"folder\">\(escaped(folder.split(separator: "/").joined(separator: " › ")))</p>\n"
  }

  /// Returns the end of the heading that a page begins with; 0 without one.
  static func title(of page: [UInt8]) -> Int {
    guard page.starts(with: "<h1".utf8) else { return 0 }
    return page.firstRange(of: Array("</h1>\n".utf8))?.upperBound ?? 0
  }

  /// Returns a value as HTML. A web address is a link.
  static func html(of value: PropertyValue) -> String {
    switch value {
    case .list(let values): return values.map(html).joined(separator: ", ")
    case .text(let text):
      let isWhole = !text.contains { $0.isWhitespace }
      guard isWhole, text.hasPrefix("http"), case .address(let address)? = PageTarget.outside(text)
      else { return escaped(text) }
      return "<a href=\"\(escaped(address))\">\(escaped(text))</a>"
    default: return escaped(words(of: value))
    }
  }

  static func words(of value: PropertyValue) -> String {
    switch value {
    case .null: ""
    case .checkbox(let value): value ? "yes" : "no"
    // `5` and not `5.0`.
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .text(let text): text
    case .list(let values): values.map(words).joined(separator: ", ")
    case .object(let pairs):
      pairs.map { "\($0.name): \(words(of: $0.value))" }.joined(separator: ", ")
    }
  }

  /// Sorts folders before notes, each from A to Z.
  static func foldersFirst(_ left: NotePath, _ right: NotePath) -> Bool {
    let (first, second) = (
      left.bytes.split(separator: Byte.slash), right.bytes.split(separator: Byte.slash)
    )
    for index in 0..<min(first.count, second.count) where first[index] != second[index] {
      let (isFolder, isOtherFolder) = (index + 1 < first.count, index + 1 < second.count)
      if isFolder != isOtherFolder { return isFolder }
      return first[index].lexicographicallyPrecedes(second[index])
    }
    return first.count > second.count
  }

  /// Returns a month as a table with weeks from Monday to Sunday.
  static func month(_ first: Day, _ address: (Day) -> String?) -> String {
    var text = "<table class=\"month\">\n<caption>\(first.text.prefix(7))</caption>\n<tbody>\n"
    var day = first.startOfWeek(.monday)
    let end = first.advanced(by: first.daysInMonth)
    while day < end {
      text += "<tr>"
      for _ in 0..<7 {
        let number = day < first || day >= end ? "" : "\(day.time.day)"
        let target = number.isEmpty ? nil : address(day)
        text += target.map { "<td><a href=\"\($0)\">\(number)</a></td>" } ?? "<td>\(number)</td>"
        day = day.advanced(by: 1)
      }
      text += "</tr>\n"
    }
    return text + "</tbody>\n</table>\n"
  }
}

extension Site {
  static let style = """
    :root { color-scheme: light dark; --text: #1c1c1e; --back: #fff; --dim: #6b6b70;
      --line: #d8d8dc; --soft: #f4f4f6; --link: #0a5bbf; --mark: #fff1a8; --keyword: #9333ea;
      --string: #15803d; --number: #b45309; }
    @media (prefers-color-scheme: dark) { :root { --text: #e4e4e7; --back: #18181b; --dim: #9a9aa2;
      --line: #3a3a40; --soft: #232327; --link: #7ab7ff; --mark: #5c5200; --keyword: #c39bf7;
      --string: #6cc98a; --number: #e0a458; } }
    body { margin: 0; color: var(--text); background: var(--back);
      font: 17px/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
    nav { padding: .6em 1em; border-bottom: 1px solid var(--line); }
    nav a { margin-right: 1em; }
    nav input { font: inherit; max-width: 12em; }
    main { max-width: 44em; margin: 0 auto; padding: 1em; }
    a { color: var(--link); }
    img { max-width: 100%; height: auto; }
    pre { overflow-x: auto; padding: .8em; background: var(--soft); font-size: .88em; }
    code { font-family: ui-monospace, monospace; }
    blockquote, .embed, .query { margin: 1em 0; padding: 0 1em; border-left: 3px solid var(--line); }
    .callout { margin: 1em 0; padding: .2em 1em; background: var(--soft);
      border-left: 4px solid var(--link); }
    .callout-title { font-weight: 600; }
    .callout-title::before { content: "\\270E\\00A0"; }
    .callout-info > .callout-title::before { content: "\\2139\\00A0"; }
    .callout-tip > .callout-title::before { content: "\\2605\\00A0"; }
    .callout-warning > .callout-title::before { content: "\\26A0\\00A0"; }
    .callout-danger > .callout-title::before, .callout-bug > .callout-title::before,
    .callout-failure > .callout-title::before { content: "\\2717\\00A0"; }
    .callout-success > .callout-title::before { content: "\\2713\\00A0"; }
    .callout-question > .callout-title::before { content: "?\\00A0"; }
    .callout-quote > .callout-title::before { content: "\\201C\\00A0"; }
    .kind { font-size: .8em; font-weight: 400; text-transform: uppercase; margin-right: .4em; }
    math[display="block"] { margin: 1em 0; overflow-x: auto; }
    .callout-tip, .callout-success { border-color: var(--string); }
    .callout-question, .callout-warning { border-color: var(--number); }
    .callout-danger, .callout-bug, .callout-failure { border-color: #c2410c; }
    .callout-example { border-color: var(--keyword); }
    .callout-quote { border-color: var(--dim); }
    mark { background: var(--mark); color: inherit; }
    table { border-collapse: collapse; }
    th, td { border: 1px solid var(--line); padding: .25em .6em; vertical-align: top; }
    .right { text-align: right; }
    .center { text-align: center; }
    .task { list-style: none; margin-left: -1.3em; }
    .tree, .tree ul { list-style: none; padding-left: 1.1em; }
    .folder, .tags, .status, .source, .kind, small { color: var(--dim); }
    .properties { display: grid; grid-template-columns: max-content auto; gap: 0 1em; }
    .properties dd { margin: 0; }
    .backlinks, .footnotes { margin-top: 2em; border-top: 1px solid var(--line); }
    .html, .comment, .remark { color: var(--dim); }
    .keyword, .name { color: var(--keyword); }
    .string { color: var(--string); }
    .number { color: var(--number); }
    @media print { nav { display: none; } body { font-size: 11pt; } a { color: inherit; } }

    """

  /// Searches the `notes` of search.js, which is loaded when the search field is first used. Results are
  /// inserted as text, never as markup.
  static let script = """
    (function () {
      var nav = document.querySelector("nav");
      if (!nav) { return; }
      var top = nav.getAttribute("data-top");
      var field = document.createElement("input");
      field.type = "search";
      field.placeholder = "Search";
      field.setAttribute("aria-label", "Search");
      nav.appendChild(field);
      var said = document.createElement("p");
      said.setAttribute("role", "status");
      said.hidden = true;
      nav.appendChild(said);
      var list = document.createElement("ul");
      list.hidden = true;
      nav.appendChild(list);
      var folded = null, script = null;
      field.addEventListener("focus", function () {
        if (script) { return; }
        script = document.createElement("script");
        script.src = top + "search.js";
        script.addEventListener("load", show);
        document.head.appendChild(script);
      });
      function fold(text) { return text.toLowerCase().normalize("NFD").replace(/[\\u0300-\\u036f]/g, ""); }
      field.addEventListener("input", show);
      function show() {
        if (typeof notes === "undefined") { return; }
        folded = folded || notes.map(function (note) {
          return [fold(note[0] + " " + note[2]), fold(note[3])];
        });
        var words = fold(field.value).split(/\\s+/).filter(Boolean);
        var first = [], second = [];
        for (var i = 0; i < notes.length && words.length; i++) {
          var inTitle = words.every(function (word) { return folded[i][0].indexOf(word) >= 0; });
          var inText = words.every(function (word) {
            return folded[i][0].indexOf(word) >= 0 || folded[i][1].indexOf(word) >= 0;
          });
          if (inTitle) { first.push(notes[i]); } else if (inText) { second.push(notes[i]); }
        }
        list.textContent = "";
        first.concat(second).slice(0, 50).forEach(function (note) {
          var row = document.createElement("li");
          var link = document.createElement("a");
          link.href = top + note[1];
          link.textContent = note[0];
          row.appendChild(link);
          list.appendChild(row);
        });
        list.hidden = !list.firstChild;
        said.hidden = !words.length || !list.hidden;
        said.textContent = said.hidden ? "" : "Nothing found.";
      }
    })();

    """
}
