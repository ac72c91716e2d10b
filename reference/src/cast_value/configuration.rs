//! The `cast_value` configuration: parsed, so that an invalid one cannot be constructed.

use super::cast::{Cast, OutOfRange};
use super::configuration_error::ConfigurationError;
use super::direction::Direction;
use super::map_parser::{map_entries, optional, scalar_map};
use crate::data_type::{DataType, Value};
use crate::json::{Json, Members, configuration_of, find, members, only, permitted, required};
use crate::number::RoundingMode;
use crate::reading::{Alternative, Readings};

/// A valid configuration, read for arrays of one data type.
#[derive(Clone, PartialEq, Debug)]
pub struct CastValue {
    encode: Cast,
    decode: Cast,
    readings: Readings,
}

impl CastValue {
    /// Parses a configuration's JSON text (all CV-CONF and CV-MAP rules) for arrays of the given
    /// data type, which gives the scalars of the map their types.
    ///
    /// # Errors
    /// Every invalid configuration, with the place in the text and the rule.
    pub fn parse(
        text: &str,
        array: DataType,
        readings: Readings,
    ) -> Result<Self, ConfigurationError> {
        Self::from_json(&Json::parse(text)?, array, readings)
    }

    /// Parses the JSON text of a whole codec object, `name` and `configuration` (CV-CONF-1).
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and an object that is not a `cast_value` codec.
    pub fn parse_codec(
        text: &str,
        array: DataType,
        readings: Readings,
    ) -> Result<Self, ConfigurationError> {
        Self::from_json(
            configuration_of(&Json::parse(text)?, "cast_value", "CV-CONF-1")?,
            array,
            readings,
        )
    }

    /// Reads a configuration that is parsed as JSON already.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn from_json(
        json: &Json,
        array: DataType,
        readings: Readings,
    ) -> Result<Self, ConfigurationError> {
        let configuration = members(json, "configuration", "CV-CONF-1")?;
        let known = ["data_type", "rounding", "out_of_range", "scalar_map"];
        only(configuration, &known, "configuration", "CV-CONF-3")?;
        let data_type = data_type(configuration, readings)?;
        let rounding = match optional(configuration, "rounding", readings) {
            Some(json) => permitted(json, "rounding", "CV-CONF-4", RoundingMode::from_name)?,
            None => RoundingMode::NearestEven,
        };
        let out_of_range = match optional(configuration, "out_of_range", readings) {
            Some(json) => {
                Some(permitted(json, "out_of_range", "CV-CONF-5", OutOfRange::from_name)?)
            }
            None => None,
        };
        if out_of_range == Some(OutOfRange::Wrap) && !data_type.is_integer() {
            return Err(ConfigurationError::WrapIntoFloat { data_type });
        }
        let map = scalar_map(optional(configuration, "scalar_map", readings), readings)?;
        let cast = |direction, source, target| {
            let entries = map_entries(map, direction, (source, target), readings)?;
            let cast = Cast::new(source, target, rounding, out_of_range);
            Ok::<_, ConfigurationError>(cast.with_map(entries).with_readings(readings))
        };
        Ok(Self {
            encode: cast(Direction::Encode, array, data_type)?,
            decode: cast(Direction::Decode, data_type, array)?,
            readings,
        })
    }

    /// The scalar function of a direction; the map's other list never acts in it (CV-MAP-3).
    pub fn cast(&self, direction: Direction) -> &Cast {
        match direction {
            Direction::Encode => &self.encode,
            Direction::Decode => &self.decode,
        }
    }

    /// The fill value cast into the configuration's type (CV-FILL-1), after a check, before any
    /// data (CV-FILL-3), that it survives the way there and back (CV-FILL-2). Bits of the array's
    /// type in, of the configuration's out.
    ///
    /// # Errors
    /// A fill value that cannot be cast, or that comes back as another number.
    pub fn cast_fill_value(&self, fill_value: u64) -> Result<u64, ConfigurationError> {
        let step = |direction, bits| {
            let cast: &Cast = self.cast(direction);
            cast.scalar(bits).map_err(|error| ConfigurationError::FillCast { direction, error })
        };
        let encoded = step(Direction::Encode, fill_value)?;
        let back = step(Direction::Decode, encoded)?;
        if self.survives(fill_value, back) {
            return Ok(encoded);
        }
        let array = self.encode.source();
        let (fill_value, back) = (array.fill_value_json(fill_value), array.fill_value_json(back));
        Err(ConfigurationError::FillChanged { fill_value, back })
    }

    /// Whether a fill value that comes back as `back` survives: a number as an equal number, any
    /// NaN as any NaN (CV-FILL-2). Bits of the array's type.
    pub fn survives(&self, fill_value: u64, back: u64) -> bool {
        let array = self.encode.source();
        match (array.decode(fill_value), array.decode(back)) {
            (Value::Finite(before), Value::Finite(after)) => {
                let sign_matters = self.readings.has(Alternative::FillZeroSignMatters);
                before.compare(&after).is_eq()
                    && (!sign_matters || before.is_negative() == after.is_negative())
            }
            (before, after) => before == after,
        }
    }
}

/// CV-CONF-2: a string, or the object form.
fn data_type(configuration: &Members, readings: Readings) -> Result<DataType, ConfigurationError> {
    match required(configuration, "data_type", "configuration", "CV-CONF-2")? {
        Json::Object(object) => data_type_object(object, readings),
        text => Ok(permitted(text, "data_type", "CV-CONF-2", DataType::from_name)?),
    }
}

/// CV-CONF-7: the object form of a registered extension type; its configuration is empty.
fn data_type_object(object: &Members, readings: Readings) -> Result<DataType, ConfigurationError> {
    only(object, &["name", "configuration"], "data_type", "CV-CONF-7")?;
    let name = required(object, "name", "data_type", "CV-CONF-2")?;
    let data_type = permitted(name, "data_type.name", "CV-CONF-2", DataType::from_name)?;
    if let Some(nested) = find(object, "configuration") {
        let path = "data_type.configuration";
        only(members(nested, path, "CV-CONF-7")?, &[], path, "CV-CONF-7")?;
    }
    if data_type.is_core() && readings.has(Alternative::CoreObjectRefused) {
        return Err(ConfigurationError::CoreObject { data_type });
    }
    Ok(data_type)
}
