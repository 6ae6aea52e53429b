import Programs
package import Services

/// Draws pictures by the program `chafa`.
///
/// It is given a picture on its standard input and no name of a file: a hostile name says nothing to it.
/// Its memory and its time are limited, since a small file may hold a picture of any size. It can write
/// to no file and reach no network: the libraries that read pictures had holes before.
package struct PictureTool: PictureDrawing {
  private let path: String

  /// Nil where it is not installed.
  package init?(environment: (String) -> String?) {
    let folders = environment("PATH") ?? ""
    guard let path = ProgramPath.of("chafa", in: folders) else { return nil }
    self.path = path
  }

  private static let confinement = ChildStart.Confinement(
    memory: 1500 << 20, seconds: 4, environment: ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"])
  /// A row of 500 cells, each with colours of its own, is shorter than 32 KB.
  private static let mostOutput = 4 << 20

  package func draw(_ picture: [UInt8], columns: Int, rows: Int) async -> CellPicture? {
    guard columns > 0, rows > 0, !picture.isEmpty else { return nil }
    let command = [
      path, "--format", "symbols", "--symbols", "vhalf+space+solid", "--colors", "256",
      "--animate", "off", "--scale", "max", "--size", "\(columns)x\(rows)", "-",
    ]
    guard
      let output = await ToolProcess.run(
        command, input: picture, takesOutput: true, atMost: Self.mostOutput,
        in: Self.confinement)
    else { return nil }
    let drawn = PictureCells.read(output, columns: columns, rows: rows)
    return drawn.rows.isEmpty ? nil : drawn
  }
}
