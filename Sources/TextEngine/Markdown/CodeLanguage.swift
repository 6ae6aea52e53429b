/// As much of a programming language as tells its words, strings and comments apart.
struct CodeLanguage: Sendable {
  /// What goes over lines.
  struct Long: Sendable {
    var open: StaticString
    var close: StaticString
    var ink: Ink
  }

  var names: [String]
  var lineComments: [StaticString] = []
  var long: [Long] = []
  /// What opens and closes strings within a line.
  var quotes: [UInt8] = []
  var keywords: Set<String> = []
  /// `#` begins a comment only at a line's start and behind a blank.
  var commentsStandApart = false
  /// Quotes are quotes only as values of attributes, and names behind `<` are keywords.
  var isMarkup = false
  /// Lines are names with values.
  var isProperties = false
  var ignoresCase = false

  /// What makes a line a comment; nil where it cannot be one.
  var commentMarks: (open: [UInt8], close: [UInt8])? {
    if let open = lineComments.first { return (Array(open.description.utf8), []) }
    return long.first { $0.ink == .codeComment }.map {
      (Array($0.open.description.utf8), Array($0.close.description.utf8))
    }
  }

  /// The language with a number; nil for 0 and for what nobody has heard of.
  static func with(number: UInt8) -> CodeLanguage? {
    number == 0 || number > all.count ? nil : all[Int(number) - 1]
  }

  /// The number of a language by the name on its fence, 0 for others.
  static func number(of name: String) -> UInt8 { numbers[name] ?? 0 }

  private static let numbers: [String: UInt8] = {
    var numbers: [String: UInt8] = [:]
    for (index, language) in all.enumerated() {
      for name in language.names { numbers[name] = UInt8(index + 1) }
    }
    return numbers
  }()

  private static let starComment = Long(open: "/*", close: "*/", ink: .codeComment)
  private static let anyQuotes = Array("\"'".utf8)
  private static let doubleQuotes = Array("\"".utf8)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }

  private static let all: [CodeLanguage] = [
    CodeLanguage(
      names: ["swift"], lineComments: ["//"],
      long: [starComment, Long(open: "\"\"\"", close: "\"\"\"", ink: .string)],
      quotes: doubleQuotes,
      keywords: words(
        """
        actor any as associatedtype async await break case catch class continue default defer deinit do else enum \
        extension fallthrough false fileprivate final for func guard if import in indirect init inout internal is \
        lazy let mutating nil nonisolated open operator override package private protocol public repeat rethrows \
        return self Self some static struct subscript super switch throw throws true try typealias var weak where \
        while
        """)),
    CodeLanguage(
      names: ["c", "h", "cpp", "c++", "cc", "hpp", "java", "cs", "csharp", "kotlin"],
      lineComments: ["//"], long: [starComment], quotes: anyQuotes,
      keywords: words(
        """
        auto bool boolean break case catch char class const constexpr continue default delete do double else enum \
        explicit extern false final float for fun goto if implements import inline int interface long namespace new \
        null nullptr operator override package private protected public register return short signed sizeof static \
        struct super switch template this throw throws true try typedef typename union unsigned using val var \
        virtual void volatile when while
        """)),
    CodeLanguage(
      names: ["python", "py", "python3"], lineComments: ["#"],
      long: [
        Long(open: "\"\"\"", close: "\"\"\"", ink: .string),
        Long(open: "'''", close: "'''", ink: .string),
      ],
      quotes: anyQuotes,
      keywords: words(
        """
        False None True and as assert async await break class continue def del elif else except finally for from \
        global if import in is lambda match nonlocal not or pass raise return self try while with yield
        """)),
    CodeLanguage(
      names: ["js", "javascript", "ts", "typescript", "jsx", "tsx", "mjs"], lineComments: ["//"],
      long: [starComment, Long(open: "`", close: "`", ink: .string)], quotes: anyQuotes,
      keywords: words(
        """
        abstract any as async await boolean break case catch class const continue debugger default delete do else \
        enum export extends false finally for from function if implements import in instanceof interface let new \
        null number of private protected public readonly return static string super switch this throw true try type \
        typeof undefined var void while yield
        """)),
    CodeLanguage(
      names: ["sh", "bash", "zsh", "shell", "console", "make", "makefile", "dockerfile"],
      lineComments: ["#"], quotes: anyQuotes,
      keywords: words(
        """
        alias break case cd continue do done echo elif else esac eval exec exit export fi for function if in local \
        read readonly return set shift source then trap unset until while
        """), commentsStandApart: true),
    CodeLanguage(
      names: ["json", "jsonc", "json5"], lineComments: ["//"], long: [starComment],
      quotes: doubleQuotes, keywords: words("true false null")),
    CodeLanguage(
      names: ["yaml", "yml", "toml", "ini", "conf"], lineComments: ["#"], isProperties: true),
    CodeLanguage(
      names: ["rust", "rs"], lineComments: ["//"], long: [starComment], quotes: doubleQuotes,
      keywords: words(
        """
        as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod \
        move mut pub ref return self Self static struct super trait true type unsafe use where while
        """)),
    CodeLanguage(
      names: ["go", "golang"], lineComments: ["//"],
      long: [starComment, Long(open: "`", close: "`", ink: .string)], quotes: anyQuotes,
      keywords: words(
        """
        break case chan const continue default defer else fallthrough false for func go goto if import interface \
        iota map nil package range return select struct switch true type var
        """)),
    CodeLanguage(
      names: ["html", "xml", "svg", "vue"],
      long: [Long(open: "<!--", close: "-->", ink: .codeComment)], quotes: anyQuotes,
      isMarkup: true),
    CodeLanguage(
      names: ["css", "scss", "less"], long: [starComment], quotes: anyQuotes,
      keywords: words("important media import font-face keyframes supports auto none inherit")),
    CodeLanguage(
      names: ["sql", "sqlite", "postgres", "mysql"], lineComments: ["--"], long: [starComment],
      quotes: anyQuotes,
      keywords: words(
        """
        add all alter and as asc begin between by case check commit create cross default delete desc distinct drop \
        else end exists foreign from full group having if in index inner insert into is join key left like limit \
        not null offset on or order outer primary references right rollback select set table then union unique \
        update using values view when where with
        """), ignoresCase: true),
  ]
}
